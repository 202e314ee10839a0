import type { CheckName } from '../contract/check-names.ts';
import type { Severity } from './finding.ts';

/** Severities on a site with the plugin: earlier defects do not stop its builds. */
export const pluginSeverities: Readonly<Partial<Record<CheckName, Severity>>> = {
  parity: 'warning',
  'no-twin': 'warning',
  'dead-link': 'warning',
  'missing-image': 'warning',
  'localhost-url': 'warning',
  oversize: 'warning',
};

/** Severities on a site of another generator, where only these checks run. Its own defects are not judged, and no page stops the others. */
export const adoptedSeverities: Readonly<Partial<Record<CheckName, Severity>>> = {
  parity: 'warning',
  'no-twin': 'warning',
  'empty-page': 'warning',
  'unclosed-fence': 'warning',
  'relative-link': 'warning',
  'canonical-mismatch': 'warning',
  'leaked-draft': 'error',
};

/**
 * Severities of a check of a folder or URL that `diptych twin` wrote: its links and pictures are judged as before, but do not
 * stop the publication of twins.
 */
export const foundSeverities: typeof adoptedSeverities = {
  ...adoptedSeverities,
  'dead-link': 'warning',
  'missing-image': 'warning',
};
