import { existsSync } from 'node:fs';
import { isSiteUrl, siteUrlForm, siteUrlMeant, withoutEndSlash } from '../contract/site-url.ts';
import { UsageError, UserError } from '../contract/std/errors.ts';
import { type ContentSetting, contentFault } from '../page/content-setting.ts';
import { readSettingsFile, type Settings } from '../settings.ts';
import type { CommandValues } from './command-rows.ts';

/** Settings of a site without our Eleventy configuration, in the current folder. */
const folderSettingsFile = 'diptych.json';

type Values = Partial<CommandValues<'twin'> & CommandValues<'check'>>;

/**
 * The settings for `twin` and `check`, from `diptych.json`, overridden by the command line. Globs to exclude are merged.
 *
 * @throws {UserError} if the file is not JSON, or has invalid settings: file, line or key, and the expectation
 * @throws {UsageError} if a value of the command line is invalid
 */
export function readFolderSettings(values: Values): Settings {
  const file = existsSync(folderSettingsFile) ? readSettingsFile(folderSettingsFile).written : {};
  const { htmlUrls, mcp, exclude = [] } = values;
  const url = values.url && withoutEndSlash(values.url);
  if (url !== undefined && !isSiteUrl(url)) {
    const meant = siteUrlMeant(url);
    throw new UsageError(`--url: found "${url}"; ${meant ? `did you mean ${meant}?` : `expected ${siteUrlForm}`}`);
  }
  const content = contentOf(values.content ?? []);
  const wrong = contentFault(content);
  if (wrong !== undefined) throw new UsageError(`--content: ${wrong}`);
  const wrongInFile = contentFault(file.content);
  if (wrongInFile !== undefined) throw new UserError(`${folderSettingsFile}: content: ${wrongInFile}`);
  return {
    ...file,
    ...(url && { url }),
    ...(content && { content }),
    ...(htmlUrls && htmlUrls !== 'auto' && { htmlUrls: htmlUrls === 'on' }),
    ...(mcp && { mcp }),
    exclude: [...(file.exclude ?? []), ...exclude],
  };
}

/** `main` for all pages, `news/**=.unit` for those that match a glob: a selector has no `=` outside brackets. */
function contentOf(selectors: readonly string[]): ContentSetting | undefined {
  const pairs = selectors.map((text) => /^((?:\[[^\]]*\]|[^[=])+)=(.+)$/.exec(text)?.slice(1) ?? ['**', text]);
  const rest = pairs.findLast(([glob]) => glob === '**');
  if (rest !== undefined && pairs.every((pair) => pair[0] === '**')) return rest[1];
  return pairs.length > 0 ? Object.fromEntries([...pairs.filter(([glob]) => glob !== '**'), ...(rest ? [rest] : [])]) : undefined;
}
