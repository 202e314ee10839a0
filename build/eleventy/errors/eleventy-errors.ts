import { relative } from 'node:path';
import { isUnclosed, lineOfKey, unclosed } from '../../page/front-matter.ts';
import { fileAndFolder } from '../../publish/outputs.ts';
import { tidy } from '../template-check.ts';
import { at, type ErrorLink, fileIn, type Reading, textIn } from './chain.ts';
import { lineHolding, textOf } from './template-text.ts';

export function sameOutput(chain: readonly ErrorLink[]): Reading | undefined {
  const [, output, list] = /multiple input files are writing to `([^`]+)`.*?\n([\s\S]*)/.exec(textIn(chain)) ?? [];
  if (!output || !list) return undefined;
  const files = [...list.matchAll(/^\s*\d+\. (\S.*)$/gm)].map(([, file]) => tidy(file!)).sort();
  return { message: `${files.join(' and ')} both write "${withinOutput(output)}"`, advice: 'rename one or change its permalink' };
}

/** A folder of one output has the name of another: what comes second cannot be written. */
export function outputInTheWay(chain: readonly ErrorLink[]): Reading | undefined {
  const link = chain.find(({ code }) => code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST');
  const output = /'([^']+)'/.exec(link?.message ?? '')?.[1];
  const file = fileIn(chain);
  if (!output || !file) return undefined;
  return {
    file,
    message: fileAndFolder(withinOutput(output)),
    advice: 'change its permalink',
  };
}

export function noExtension(chain: readonly ErrorLink[]): Reading | undefined {
  const [, file, permalink] =
    /template at '([^']+)' attempted to write to '[^']+' \(via `permalink` value: '([^']*)'\)/.exec(textIn(chain)) ?? [];
  if (!file) return undefined;
  return at(
    file,
    lineHolding(file, 'permalink'),
    `its permalink "${permalink}" has no file extension`,
    `write "${permalink}.html" or "${permalink}/"`,
  );
}

export function missingLayout(chain: readonly ErrorLink[]): Reading | undefined {
  const [, layout, name] = /layout that does not exist: (\S+)(?: \(via `layout: ([^`]+)`\))?/.exec(textIn(chain)) ?? [];
  const file = /for the "([^"]+)" template/.exec(textIn(chain))?.[1];
  if (!layout || !file) return undefined;
  return at(
    file,
    lineHolding(file, /^layout:/),
    `there is no layout "${name ?? layout}"`,
    `add ${layout}, or name one that exists`,
  );
}

export function badDate(chain: readonly ErrorLink[]): Reading | undefined {
  const [, value, file] = /value for `date` \((.*?)\) is invalid for (\S+)/.exec(textIn(chain)) ?? [];
  if (!file) return undefined;
  const line = lineOfKey(textOf(file), 'date').slice(1);
  return at(
    file,
    line ? Number(line) : undefined,
    `front matter "date" is ${JSON.stringify(value)}, expected a day like 2026-11-21`,
  );
}

export function badTags(chain: readonly ErrorLink[]): Reading | undefined {
  const [, file, value] = /expected for `tags` in template: (\S+)\. Received: (.*)/.exec(textIn(chain)) ?? [];
  return file
    ? at(file, lineHolding(file, /^tags:/), `front matter "tags" is ${value}, expected a text or a list of texts`)
    : undefined;
}

export function badYaml(chain: readonly ErrorLink[]): Reading | undefined {
  const link = chain.find(({ mark, reason }) => mark && reason);
  const file = fileIn(chain);
  if (!link || !file) return undefined;
  const text = textOf(file);
  // The text of the page is then read as YAML too, and what is wrong with that says nothing.
  if (isUnclosed(text)) return at(file, 1, ...unclosed);
  const { reason = '' } = link;
  const advice = /tab/.test(reason)
    ? 'indent with spaces'
    : /duplicated/.test(reason)
      ? 'keep one of them'
      : /bad indentation/.test(reason)
        ? 'quote a value that holds a colon, and begin every key at the start of its line'
        : /quoted scalar/.test(reason)
          ? 'close the quotation mark'
          : 'quote a value that holds a colon or begins with a special character';
  // js-yaml counts from the line of the hyphens, which is the first of the file.
  return at(file, Math.min(link.mark!.line + 1, text.split('\n').length), `bad front matter: ${reason}`, advice);
}

export function frontMatterLanguage(chain: readonly ErrorLink[]): Reading | undefined {
  const language = /gray-matter engine "([^"]*)" is not registered/.exec(textIn(chain))?.[1];
  const file = fileIn(chain);
  return language !== undefined && file
    ? at(file, 1, `front matter in "${language}" cannot be read`, 'write it as YAML, after a line of three hyphens alone')
    : undefined;
}

export function badJson(chain: readonly ErrorLink[]): Reading | undefined {
  const link = chain.find((each) => each instanceof SyntaxError && /JSON/.test(each.message));
  const file = fileIn(chain);
  if (!link || !file) return undefined;
  const text = textOf(file);
  const position = /position (\d+)/.exec(link.message)?.[1];
  const line = text.startsWith('---')
    ? 1
    : position === undefined
      ? text.trimEnd().split('\n').length
      : text.slice(0, Number(position)).split('\n').length;
  const what = link.message.split('\n')[0]!.replace(/ in JSON at position.*| is not valid JSON.*/s, '');
  return at(file, line, `not valid JSON: ${what}`, 'look for a missing or extra comma or quote');
}

/** Whatever else names a template. */
export function named(chain: readonly ErrorLink[]): Reading | undefined {
  const file = fileIn(chain);
  return file
    ? {
        file,
        message: chain
          .at(-1)!
          .message.replace(/\s*\n\s*/g, ' ')
          .trim(),
      }
    : undefined;
}

/** An output path without the folder that is being built, which is gone when anyone reads the message. */
const withinOutput = (path: string): string =>
  tidy(relative('.', path)).replace(/^(?:.*\/)?(?:\.[^/]+\.next|\.diptych\/preview\/\d+)\//, '');
