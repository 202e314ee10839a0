// Writes the software bill of materials of the package: output of `npm sbom` for the lock file, without values that differ per run.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { name, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
// `npm sbom --omit dev` would also omit dependencies shared with development tools: yaml, picomatch.
const shipped = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`),
);
const npm = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const sbom = JSON.parse(execFileSync('npm', npm, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] }));
delete sbom.serialNumber;
delete sbom.metadata.timestamp;
const root = sbom.metadata.component;
// npm would use the name of the folder.
root.name = name;
sbom.components = sbom.components.filter((component) => shipped.has(component['bom-ref']));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => ref === root['bom-ref'] || shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) }));
writeFileSync('lib/sbom.cdx.json', `${JSON.stringify(sbom)}\n`);
