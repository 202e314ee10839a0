import {
  comparison,
  firstNamed,
  frequentAccepts,
  mediaRanges,
  plainRange,
  repeated,
  sound,
  tooLong,
  weighedRange,
} from '../accept-patterns.ts';
import { namesWith } from './names-with.ts';

/** `$PREFIX_choice`: markdown, html or none (406); and what it is made of. */
export function acceptMaps(prefix: string): string {
  const { v, w, group, map } = namesWith(prefix);
  const weights = mediaRanges.flatMap((range) => {
    const { name } = range;
    return [
      map('$http_accept', `${name}_q`, 'none', [
        [`~*${weighedRange(range, group(`${name}_w`))}`, v(`${name}_w`)],
        [`~*${plainRange(range)}`, '1'],
      ]),
      // Four digits, so that patterns can compare them.
      map(v(`${name}_q`), name, 'none', [
        ['~^1', '1000'],
        [`~^0\\.${group(`${name}_3`)}\\d{3})$`, `0${v(`${name}_3`)}`],
        [`~^0\\.${group(`${name}_2`)}\\d{2})$`, `0${w(`${name}_2`)}0`],
        [`~^0\\.${group(`${name}_1`)}\\d)$`, `0${w(`${name}_1`)}00`],
        ['~^0\\.?$', '0000'],
      ]),
    ];
  });
  // The most specific range counts.
  const qualities = ['markdown', 'html'].map((name) =>
    map(`${w(name)}/${w('text')}/${w('any')}`, `${name}_quality`, '0000', [
      [`~^${group(`${name}_a`)}\\d{4})/`, v(`${name}_a`)],
      [`~^none/${group(`${name}_b`)}\\d{4})/`, v(`${name}_b`)],
      [`~^none/none/${group(`${name}_c`)}\\d{4})$`, v(`${name}_c`)],
    ]),
  );
  return [
    ...weights,
    ...qualities,
    map(`${w('markdown_quality')}:${w('html_quality')}`, 'order', 'equal', [
      ['~^0000:0000$', 'none'],
      [`~${comparison('first is higher')}`, 'more'],
      [`~${comparison('second is higher')}`, 'less'],
    ]),
    map('$http_accept', 'first', 'none', [[`~*${firstNamed(group('named'))}`, v('named')]]),
    map(v('html_quality'), 'wild', 'html', [['0000', 'markdown']]),
    map(`${w('order')}/${w('markdown')}/${w('html')}/${w('first')}`, 'weighed', 'html', [
      ['~^none/', 'none'],
      ['~^more/\\d{4}/', 'markdown'],
      ['~^more/none/', v('wild')],
      ['~^equal/\\d{4}/none/', 'markdown'],
      ['~*^equal/\\d{4}/\\d{4}/markdown', 'markdown'],
    ]),
    // What most requests send is known without the rules.
    map('$http_accept', 'choice', 'html', [
      ...frequentAccepts,
      ...[tooLong, ...repeated].map((each) => [`~*${each}`, 'html'] as const),
      [`~*${sound}`, v('weighed')],
    ]),
  ].join('\n');
}
