// The software bill of materials that npm ships: what npm says of the lock file, without what differs from run to run.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const npm = ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const { serialNumber: _, ...sbom } = JSON.parse(execFileSync('npm', npm, { stdio: ['ignore', 'pipe', 'ignore'] }));
delete sbom.metadata.timestamp;
// npm takes the name of the folder.
sbom.metadata.component.name = name;
writeFileSync('lib/sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`);
