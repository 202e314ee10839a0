import { pluginSeverities } from '../checks/index.ts';
import { basePathOf, defaultSiteUrl } from '../contract/site-url.ts';
import { UserError } from '../contract/std/errors.ts';
import type { Extensions } from '../publish/extensions.ts';
import { hasSkills } from '../publish/skills.ts';
import { type ResolvedSettings, readSettingsFile, resolveSettings, type Settings } from '../settings.ts';
import type { BuildHooks } from './build-hooks.ts';

/** Options of the plugin: the settings, or the JSON file that holds them, which is read again for each build, and functions of the site's own. */
export type DiptychOptions = (Settings | { readonly settingsFile: string }) & Extensions;

export const extensionsOf = ({ documents, inspect }: Extensions): Extensions => ({
  ...(documents && { documents }),
  ...(inspect && { inspect }),
});

export const hasExtensions = ({ documents, inspect }: Extensions): boolean => Boolean(documents ?? inspect);

/** Where the starter has Agent Skills, if its author writes any. */
const starterSkills = 'site/skills';

/** What of a build decides the URL of its site. */
export interface BuildPlace {
  readonly hooks: BuildHooks;
  /** Eleventy's own setting: `/docs/`, or `/` where none is set. */
  readonly pathPrefix?: string | undefined;
  readonly isPreview: boolean;
}

/**
 * The settings of a build. Its site lies below Eleventy's `pathPrefix`, which templates put before their links: a preview,
 * and a site that names no URL, take the path from there.
 *
 * @throws {UserError} on settings that are not valid, and where the path of the URL is another than `pathPrefix`
 */
export function siteSettingsOf(options: DiptychOptions, { hooks, pathPrefix = '', isPreview }: BuildPlace): ResolvedSettings {
  const settings = withoutPlace(options, hooks);
  const base = `/${pathPrefix}`.replace(/\/+/g, '/').replace(/\/$/, '');
  const { url } = settings;
  const own = basePathOf(url);
  const origin = isPreview ? (hooks.servedAt ?? new URL(url).origin) : url === defaultSiteUrl ? url : undefined;
  if (origin !== undefined) return { ...settings, url: origin + base };
  if (own === base) return settings;
  throw new UserError([
    own === ''
      ? `the site URL is ${url} and Eleventy's pathPrefix "${pathPrefix}"; set the URL to ${url}${base}, or remove pathPrefix`
      : `the site URL is ${url} and Eleventy's pathPrefix "${pathPrefix || '/'}"; return { pathPrefix: '${own}/' } from the configuration, or take the path off the URL`,
  ]);
}

/** @throws {UserError} where `documents` or `inspect` is no function */
function settingsAlone({ documents, inspect, ...settings }: Settings & Extensions): Settings {
  for (const [name, given] of Object.entries({ documents, inspect }))
    if (given !== undefined && typeof given !== 'function') throw new UserError(`plugin options: ${name}: expected a function`);
  return settings;
}

/** The settings as they are written, where nothing is known of the build yet. */
export function withoutPlace(options: DiptychOptions, hooks: BuildHooks = {}): ResolvedSettings {
  const isStarter = 'settingsFile' in options;
  const settings = isStarter
    ? readSettingsFile(options.settingsFile, hooks.url).settings
    : resolveSettings(settingsAlone(options), 'plugin options', hooks.url);
  const checks = isStarter ? settings.checks : { ...pluginSeverities, ...settings.checks };
  const skills = settings.skills ?? (isStarter ? starterSkills : undefined);
  return {
    ...settings,
    checks,
    skills: skills && hasSkills(skills) ? skills : undefined,
    parity: hooks.parity ?? settings.parity,
    ...(isStarter && { starter: true as const }),
  };
}
