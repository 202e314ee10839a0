// npm run bench -- headers
//
// The cost of the worst value of each request field that the proxy reads: 16 KB, the limit of a header section, or 4 KB of fields
// that are ignored when longer. The median in milliseconds; each value is new, so that no cache helps.

import { codingsFor, preferenceOf } from '../../lib/proxy/http/negotiate.js';
import { evaluate, rangeHolds } from '../../lib/proxy/http/preconditions.js';
import { partOf } from '../../lib/proxy/http/range.js';
import { faultOf } from '../../lib/proxy/http/request-target.js';
import { createClientKey } from '../../lib/proxy/rate-limit/client-key.js';

const floor = 0.5;
const rounds = 51;
const tag = 'html-3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const fill = (text, bytes) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
const count = (each, bytes) => {
  let list = '';
  for (let i = 1; list.length < bytes; i++) list += each(i);
  return list.slice(0, bytes);
};
const thousandth = (i) => `0.${String(i % 1000).padStart(3, '0')}`;

const clientKey = createClientKey({ trustedHops: 1_000_000, ipv6Prefix: 64 });
const request = (headers) => ({
  httpVersionMajor: 1,
  httpVersionMinor: 1,
  url: '/',
  rawHeaders: Object.entries(headers).flat(),
  headers,
});

const anyList = {
  'quotes and backslashes': '"\\',
  quotes: '"',
  backslashes: '\\',
  commas: ',',
  'white space': ' ',
  semicolons: ';',
};
const worst = {
  Accept: [
    preferenceOf,
    {
      ...anyList,
      wildcards: '*/*,',
      'other types': 'a/b,',
      'types, each different': (i) => `a/${i.toString(36)},`,
      'weights, each different': (i) => `text/html;q=${thousandth(i)},`,
      'wildcards with parameters': (i) => `*/*;${i.toString(36)}=*,`,
      'parameters of one member': (i) => `${i === 1 ? '*/*' : ''};${i.toString(36)}=*`,
      'weights of one member': (i) => `${i === 1 ? '*/*' : ''};q=${thousandth(i)}`,
      'quotes that open late': 'a/b;"\\,',
    },
  ],
  'Accept-Encoding': [
    codingsFor,
    {
      ...anyList,
      wildcards: '*,',
      'other codings': 'a,',
      'codings, each different': (i) => `${i.toString(36)},`,
      'weights, each different': (i) => `br;q=${thousandth(i)},`,
    },
  ],
  'If-None-Match': [
    (value) => evaluate({ 'if-none-match': value }, tag),
    {
      ...anyList,
      'empty tags': '"",',
      'almost the tag': `"${tag.slice(0, -1)}B",`,
      'the tag without its first quote': `${tag}" `,
      'a quote that never closes': (i) => (i === 1 ? '"' : 'a'),
    },
  ],
  'If-Match': [
    (value) => evaluate({ 'if-match': value }, tag),
    { ...anyList, 'weak tags': `W/"${tag}",`, 'almost the tag': `"${tag.slice(0, -1)}B",` },
  ],
  'If-Range': [(value) => rangeHolds(value, tag), { quotes: '"' }],
  Range: [
    (value) => partOf(value, 1_000_000),
    { parts: (i) => (i === 1 ? 'bytes=' : '0-1,'), digits: (i) => (i === 1 ? 'bytes=' : '1') },
  ],
  'X-Forwarded-For': [
    (value) => clientKey('127.0.0.1', value),
    {
      ...anyList,
      addresses: '1.2.3.4,',
      'short addresses': '::,',
      colons: ':',
      'one zone': (i) => (i === 1 ? 'fe80::1%' : 'a'),
      brackets: '[',
    },
  ],
  Host: [
    (value) => faultOf(request({ host: value })),
    { letters: 'a', percents: '%', brackets: '[', colons: ':', 'hex in brackets': (i) => (i === 1 ? '[' : 'a') },
  ],
  'Transfer-Encoding': [
    (value) => faultOf(request({ host: 'a', 'transfer-encoding': value })),
    { commas: ',', 'white space': ' ', chunked: 'chunked,', 'one word': 'chunked' },
  ],
};

/** The median in milliseconds, which ignores interruptions by other processes. */
function cost(read, value) {
  const times = [];
  for (let i = 0; i < rounds * 2; i++) {
    // A different prefix each time, so that no cache helps.
    const fresh = `${i % 10},${value.slice(2)}`;
    const begun = performance.now();
    read(i % 2 ? value : fresh);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[rounds];
}

for (const [field, [read, values]] of Object.entries(worst)) {
  const costs = Object.entries(values).flatMap(([name, each]) =>
    [4096, 16_000].map((bytes) => [
      cost(read, typeof each === 'string' ? fill(each, bytes) : count(each, bytes)),
      `${name}, ${bytes} bytes`,
    ]),
  );
  const [most, name] = costs.toSorted(([a], [b]) => b - a)[0];
  if (most > floor) process.exitCode = 1;
  console.log(
    `${field.padEnd(20)}${most.toFixed(3).padStart(8)} ms   at most ${floor}   ${most > floor ? 'NOT HELD' : 'held'}   ${name}`,
  );
}
