import { expect, test } from 'vitest';
import { createLineLog, sparingLog } from '../../proxy/observe/log.ts';

/* The log for the operator: levels, and a flood of failures. */

test('levels below the minimum are not written', () => {
  const lines: string[] = [];
  const log = createLineLog('warn', (line) => lines.push(line));
  log.debug('a');
  log.info('b');
  log.warn('c', { port: 1 });
  log.error('d');
  expect(lines).toEqual(['warn: c {"port":1}\n', 'error: d\n']);
  const silent = createLineLog('silent', (line) => lines.push(line));
  silent.error('e');
  expect(lines).toHaveLength(2);
});

test('a flood of one failure makes one line, another failure its own', () => {
  const lines: string[] = [];
  const log = sparingLog(createLineLog('debug', (line) => lines.push(line)));
  for (let i = 0; i < 1000; i++) log.warn('the host is away');
  for (let i = 0; i < 2; i++) log.error('unexpected error', { error: 'one' });
  log.error('unexpected error', { error: 'other' });
  log.debug('x');
  log.debug('x');
  expect(lines).toHaveLength(5);
});

test('a flood of different failures makes twenty lines in ten seconds, and reports the number of omitted ones', () => {
  const lines: string[] = [];
  let time = 5_000;
  const log = sparingLog(
    createLineLog('debug', (line) => lines.push(line)),
    () => time,
  );
  for (let i = 0; i < 1000; i++) log.warn(`/page-${i}: the host is away`);
  expect(lines).toHaveLength(20);
  time = 14_999;
  log.warn('/page-0: the host is away');
  expect(lines).toHaveLength(20);
  time = 15_000;
  log.warn('/page-0: the host is away');
  expect(lines.slice(20)).toEqual([
    'warn: failures like those before were not logged {"omitted":981}\n',
    'warn: /page-0: the host is away\n',
  ]);
  time = 25_000;
  log.warn('/page-0: the host is away');
  expect(lines).toHaveLength(23);
});
