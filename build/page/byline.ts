const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const date = new RegExp(
  `\\d{4}-\\d\\d-\\d\\d(?:T[\\d:.]+Z?)?|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+${month},?\\s+\\d{4}|${month}\\s+(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s+)?\\d{4}`,
  'gi',
);
const filler =
  /\b(?:posted|published|updated|written|last (?:changed|modified|updated)|date|tags?|tagged|categor(?:y|ies)|filed|on|in|under|\d+ min(?:utes?)?(?: read)?)\b/gi;
const name = "\\p{Lu}[\\p{L}.'’-]*(?:\\s+\\p{Lu}[\\p{L}.'’-]*){0,3}";
const author = new RegExp(`(?:^|[\\s,;·|–—-])(?:[Bb]y|[Aa]uthor:?)\\s+${name}\\s*$`, 'u');
const nameAlone = new RegExp(`^[\\s,;·|–—-]*${name}[\\s,;·|–—-]*$`, 'u');
const tagList = /^(?:tags?|tagged|categor(?:y|ies)|filed under|keywords)\s*:[^.]{0,80}$/i;

const rights = /^(?:copyright\b|©|\(c\) |permission is (?:hereby )?granted)/i;

/** Characters of a paragraph that are examined. */
const enough = 2_000;

/**
 * Whether a paragraph is only a byline (date, author, tags, rights) or a list of links, and so describes nothing.
 *
 * @param text of the paragraph
 * @param marked its parts in `time` elements and links
 */
export function isByline(text: string, marked: readonly string[] = []): boolean {
  if (tagList.test(text) || rights.test(text)) return true;
  const start = text.slice(0, enough);
  const undated = start.replace(date, ' ');
  if (undated !== start && nameAlone.test(undated)) return true;
  let rest = '';
  let end = 0;
  for (const part of marked) {
    const at = part ? undated.indexOf(part, end) : -1;
    if (at < 0) continue;
    rest += `${undated.slice(end, at)} `;
    end = at + part.length;
  }
  rest = (rest + undated.slice(end)).replace(author, ' ').replace(filler, ' ');
  return !/[\p{L}\p{N}]/u.test(rest.replace(/\bby\b/gi, ' '));
}
