import { severitiesFor } from '../check-rows.ts';
import { basePathOf, defaultSiteUrl } from '../contract/site-url.ts';
import { UserError } from '../contract/std/errors.ts';
import type { Extensions } from '../publish/extensions.ts';
import { type ResolvedSettings, readSettingsFile, resolveSettings, type Settings } from '../settings.ts';
import type { BuildHooks } from './build-hooks.ts';

/** Options of the plugin: the settings, or their JSON file, which is reread for each build, and functions of the site. */
export type DiptychOptions = (Settings | { readonly settingsFile: string }) & Extensions;

export const extensionsOf = ({ documents, inspect }: Extensions): Extensions => ({
  ...(documents && { documents }),
  ...(inspect && { inspect }),
});

/** Facts of a build that decide the URL of its site. */
export interface BuildPlace {
  readonly hooks: BuildHooks;
  /** Eleventy's setting: `/docs/`, or `/` by default. */
  readonly pathPrefix?: string | undefined;
  readonly isPreview: boolean;
}

/**
 * The settings of a build. Its base path is Eleventy's `pathPrefix`, which templates add to links: a preview, and a site
 * without URL, take the base path from there.
 *
 * @throws {UserError} on invalid settings, and if the path of the URL differs from `pathPrefix`
 */
export function siteSettingsOf(options: DiptychOptions, { hooks, pathPrefix = '', isPreview }: BuildPlace): ResolvedSettings {
  const settings = withoutPlace(options, hooks);
  const base = `/${pathPrefix}`.replace(/\/+/g, '/').replace(/\/$/, '');
  const { url } = settings;
  const path = basePathOf(url);
  const origin = isPreview ? (hooks.servedAt ?? new URL(url).origin) : url === defaultSiteUrl ? url : undefined;
  if (origin !== undefined) return { ...settings, url: origin + base };
  if (path === base) return settings;
  throw new UserError([
    path === ''
      ? `the site URL is ${url} and Eleventy's pathPrefix "${pathPrefix}"; set the URL to ${url}${base}, or remove pathPrefix`
      : `the site URL is ${url} and Eleventy's pathPrefix "${pathPrefix || '/'}"; return { pathPrefix: '${path}/' } from the configuration, or take the path off the URL`,
  ]);
}

/** @throws {UserError} if `documents` or `inspect` is not a function */
function settingsAlone({ documents, inspect, ...settings }: Settings & Extensions): Settings {
  for (const [name, option] of Object.entries({ documents, inspect }))
    if (option !== undefined && typeof option !== 'function') throw new UserError(`plugin options: ${name}: expected a function`);
  return settings;
}

/** The settings as written, before the build is known. */
export function withoutPlace(options: DiptychOptions, hooks: BuildHooks = {}): ResolvedSettings {
  const isStarter = 'settingsFile' in options;
  const settings = isStarter
    ? readSettingsFile(options.settingsFile, hooks.url).settings
    : resolveSettings(settingsAlone(options), 'plugin options', hooks.url);
  const checks = isStarter ? settings.checks : { ...severitiesFor('plugin'), ...settings.checks };
  return {
    ...settings,
    checks,
    ...(isStarter && { starter: true as const }),
  };
}
