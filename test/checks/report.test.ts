import { describe, expect, it } from 'vitest';
import type { Finding } from '../../build/checks/finding.ts';
import { countByCheck, countFindings, toAnnotations, toJson, toText } from '../../build/checks/report.ts';

const dead: Finding = {
  check: 'dead-link',
  severity: 'error',
  file: 'site/b.md',
  line: 12,
  message: 'link to /x: nothing is published there',
  fix: 'Did you mean /y?',
};
const alt: Finding = {
  check: 'image-alt',
  severity: 'warning',
  file: 'site/b.md',
  line: 3,
  message: 'image /i.png has no alt attribute',
  fix: 'Say in alt what it shows.',
};
const h1: Finding = { check: 'h1', severity: 'warning', file: 'site/a.md', message: 'the page has no H1', fix: 'Add one.' };

describe('for a terminal', () => {
  it('one line per finding, by file and line, counted', () => {
    expect(toText([dead, alt, h1])).toBe(
      [
        'warning  site/a.md  h1  the page has no H1  Fix: Add one.',
        '',
        'warning  site/b.md:3  image-alt  image /i.png has no alt attribute  Fix: Say in alt what it shows.',
        'error    site/b.md:12  dead-link  link to /x: nothing is published there  Fix: Did you mean /y?',
        '',
        '1 error and 2 warnings in 2 files',
        '',
      ].join('\n'),
    );
  });

  it('colours only if requested', () => {
    expect(toText([dead, alt])).not.toContain('\u001b');
    const text = toText([dead, alt], { color: true });
    expect(text).toContain('\u001b[31merror');
    expect(text).toContain('\u001b[33mwarning');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    expect(text.replace(/\u001b\[\d+m/g, '')).toBe(toText([dead, alt]));
  });

  it('text of a page cannot contain escape codes or line breaks', () => {
    const text = toText([{ ...dead, message: 'a\u001b[2Jb\nc\u009bd\u0007', file: 'x\ny' }]);
    expect(text).toBe(
      'error    x\\x0ay:12  dead-link  a\\x1b[2Jb\\x0ac\\x9bd\\x07  Fix: Did you mean /y?\n\n1 error in 1 file\n',
    );
  });

  it('excess findings are counted', () => {
    const many = Array.from({ length: 5 }, (_, at) => ({ ...dead, line: at + 1 }));
    const text = toText([...many, h1], { limit: 2 });
    expect(text.match(/dead-link {2}/g)).toHaveLength(2);
    expect(text).toContain('… and 3 more of dead-link; --format json lists all');
    expect(text).toContain('5 errors and 1 warning in 2 files');
  });

  it('no output without findings', () => {
    expect(toText([])).toBe('');
  });

  it.each<[findings: Finding[], expected: string]>([
    [[], 'no defects'],
    [[dead], '1 error in 1 file'],
    [[alt, alt], '2 warnings in 1 file'],
  ])('%j', (findings, expected) => {
    expect(countFindings(findings)).toBe(expected);
  });
});

it.each<[findings: Finding[], expected: string[]]>([
  [[], []],
  [[alt, alt], []],
  [[alt, h1], ['h1 1, image-alt 1']],
  [[h1, alt, dead, alt], ['image-alt 2, dead-link 1, h1 1']],
])('%j by check', (findings, expected) => {
  expect(countByCheck(findings)).toEqual(expected);
});

describe('as JSON', () => {
  it('has one format', () => {
    expect(JSON.parse(toJson([dead, h1], { pages: 7, notes: ['n'] }))).toEqual({
      errors: 1,
      warnings: 1,
      pages: 7,
      notes: ['n'],
      findings: [
        { check: 'h1', severity: 'warning', file: 'site/a.md', line: null, message: 'the page has no H1', fix: 'Add one.' },
        {
          check: 'dead-link',
          severity: 'error',
          file: 'site/b.md',
          line: 12,
          message: 'link to /x: nothing is published there',
          fix: 'Did you mean /y?',
        },
      ],
    });
  });

  it('also without findings', () => {
    expect(JSON.parse(toJson([]))).toEqual({ errors: 0, warnings: 0, findings: [] });
  });
});

describe('as GitHub annotations', () => {
  it.each<[what: string, finding: Finding, expected: string]>([
    [
      'with a line',
      dead,
      '::error file=site/b.md,line=12,title=dead-link::link to /x: nothing is published there  Fix: Did you mean /y?\n',
    ],
    ['without a line', h1, '::warning file=site/a.md,title=h1::the page has no H1  Fix: Add one.\n'],
    [
      'with characters to escape in a property',
      { ...h1, file: 'a:b,c%\n.md' },
      '::warning file=a%3Ab%2Cc%25\\x0a.md,title=h1::the page has no H1  Fix: Add one.\n',
    ],
    [
      'with codes for a terminal in a name',
      { ...h1, file: 'a\u001b[2J.md' },
      '::warning file=a\\x1b[2J.md,title=h1::the page has no H1  Fix: Add one.\n',
    ],
    [
      'with characters to escape in a message',
      { ...h1, message: '50%, a: b\r\n::error::x' },
      '::warning file=site/a.md,title=h1::50%25, a: b\\x0d\\x0a::error::x  Fix: Add one.\n',
    ],
  ])('%s', (_, finding, expected) => {
    expect(toAnnotations([finding])).toBe(expected);
  });
});
