import type { Artifact } from '../files.ts';
import type { Site } from '../page/site.ts';
import { jsonArtifact } from './surface-artifact.ts';

/** The health document as a file, for static hosts: always "ok". The proxy computes its own. */
export const health =
  (id: 'getHealth' | 'getHealthAlias') =>
  (site: Site): Artifact[] => [jsonArtifact(id, { status: 'ok', service: site.name }, 0)];
