import fc from 'fast-check';

/* Random Accept headers, for tests that compare two parsers. */

const space = fc.constantFrom('', '', '', ' ', '\t');
const name = fc.constantFrom(
  ...['text/html', 'text/markdown', 'text/*', '*/*', 'text/plain', 'application/xhtml+xml', 'application/json', 'image/webp'],
  ...['TEXT/HTML', 'Text/Markdown', 'TEXT/*'],
);
const parameter = fc.constantFrom(';charset=utf-8', ';variant=GFM', ';level=1', ';a="x,y;q=0"', ';a="\\""');
const weight = fc.oneof(
  fc.constantFrom('', '', ';q=1', ';q=1.000', ';q=0', ';q=0.0', ';Q=0.5', '; q=0.7'),
  fc.integer({ min: 0, max: 1000 }).map((thousandths) => `;q=${(thousandths / 1000).toFixed(3)}`),
);
const member = fc
  .tuple(space, name, fc.array(parameter, { maxLength: 2 }), weight, space)
  .map(([before, range, parameters, quality, after]) => before + range + parameters.join('') + quality + after);

const malformed = fc.constantFrom('garbage', '', 'text/markdown;q=abc', 'text/html;q=2', ';q=1', 'text/', 'text/html;a="open');

/** Lists of one to six members: some name a type twice, some have a malformed member. */
export const acceptHeader = fc
  .array(fc.oneof({ weight: 19, arbitrary: member }, { weight: 1, arbitrary: malformed }), { minLength: 1, maxLength: 6 })
  .map((members) => members.join(','));
