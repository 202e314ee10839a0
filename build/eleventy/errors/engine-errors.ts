import { at, type ErrorLink, fileIn, type Reading, textIn, thrownIn } from './chain.ts';
import { exists, lineHolding, lineInFile, lineOfOpenBraces, lineOfUnclosed } from './template-text.ts';

/** Blocks of Nunjucks that can stay open. */
const blocks = ['for', 'if', 'block', 'macro', 'call', 'filter', 'set', 'asyncEach', 'asyncAll', 'switch', 'raw', 'verbatim'];
const asText = 'to show braces as text, put them between {% raw %} and {% endraw %}';

export function liquid(chain: readonly ErrorLink[]): Reading | undefined {
  const link = chain.find(({ token }) => token?.getPosition);
  const file = link?.token?.file ?? fileIn(chain);
  if (!link || !file) return undefined;
  const message = link.message
    .replace(/, file:.*$/s, '')
    .replace(/^ENOENT: Failed to lookup ("[^"]+") in .*$/s, 'there is no include $1');
  const advice = /filter: /.test(message)
    ? 'check its spelling, or add it in the configuration'
    : /not closed/.test(message)
      ? 'close it'
      : /tag/.test(message)
        ? `check its spelling; ${asText}`
        : undefined;
  return at(file, lineInFile(file, link.token!.getPosition!()[0]), message + thrownIn(chain), advice);
}

export function nunjucks(chain: readonly ErrorLink[]): Reading | undefined {
  const link = chain.find(({ name }) => name === 'Template render error');
  if (!link) return undefined;
  const file = [...link.message.matchAll(/^ ?\((.+?)\)/gm)].at(-1)?.[1];
  if (!file || !exists(file)) return undefined;
  const last = link.message
    .trimEnd()
    .split('\n')
    .at(-1)!
    .trim()
    .replace(/^(?:\w*Error: )+/, '');
  const inner = chain.at(-1)!.message.split('\n')[0]!.trim();
  const shortcode = /shortcode `(\w+)`/.exec(last)?.[1];
  const [, filter] = /filter not found: (\S+)/.exec(last) ?? [];
  const [, include] = /template not found: (\S+)/.exec(last) ?? [];
  const [, tag] = /(?:end|parse)(\w+).*got end of file|^parse(\w+):.*end of file/i.exec(last) ?? [];
  if (filter)
    return at(
      file,
      lineHolding(file, new RegExp(`\\|\\s*${literally(filter)}\\b`)),
      `there is no filter "${filter}"`,
      'check its spelling, or add it in the configuration',
    );
  if (include)
    return at(
      file,
      lineHolding(file, include),
      `there is no include "${include}"`,
      'check its name, which begins below the folder of includes',
    );
  if (tag && /end of file/.test(last))
    return at(
      file,
      lineOfUnclosed(file, tag.toLowerCase()),
      `a {% ${tag.toLowerCase()} %} is never closed`,
      `add {% end${tag.toLowerCase()} %}`,
    );
  if (shortcode)
    return at(
      file,
      lineHolding(file, new RegExp(`\\{%-?\\s*${literally(shortcode)}\\b`)),
      `shortcode ${shortcode}: ${inner}${thrownIn(chain)}`,
    );
  // A block that runs to the end of the file, of which the parser does not say which.
  const block = last === 'unexpected end of file' ? blocks.find((name) => lineOfUnclosed(file, name)) : undefined;
  if (block) return at(file, lineOfUnclosed(file, block), `a {% ${block} %} is never closed`, `add {% end${block} %}`);
  const isParsing = /nunjucks\/src\/(parser|lexer|compiler)\.js/.test(link.stack ?? '');
  // A quote that is never closed swallows the file, and the parser trips over its end.
  if (last === 'expected variable end' || (isParsing && /of null \(reading 'type'\)/.test(last) && lineOfOpenBraces(file)))
    return at(
      file,
      lineOfOpenBraces(file),
      'braces {{ are opened and never closed',
      `add }}, or a missing quote before them; ${asText}`,
    );
  const line = link.lineno ? lineInFile(file, isParsing ? link.lineno : link.lineno + 1) : undefined;
  const advice = isParsing ? (/unknown block tag/.test(last) ? `check its spelling; ${asText}` : asText) : undefined;
  return at(file, line, last + thrownIn(chain), advice);
}

export function webc(chain: readonly ErrorLink[]): Reading | undefined {
  const [, attribute, why] =
    /dynamic attribute(?: failed)?: `([^`]+)`\.\s*Original error message: (.*)/.exec(textIn(chain)) ?? [];
  const file = fileIn(chain);
  return attribute && file ? at(file, lineHolding(file, attribute), `${attribute}: ${why}`) : undefined;
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
