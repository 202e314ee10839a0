// npm run bench [-- name …]: runs benches one after the other, each in its own process.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const benches = readdirSync('test/bench')
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
  .sort();
const chosen = process.argv.slice(2).filter((name) => existsSync(`test/bench/${name}.mjs`));
const more = process.argv.slice(2).filter((name) => !chosen.includes(name));

for (const name of chosen.length > 0 ? chosen : benches) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [`test/bench/${name}.mjs`, ...more], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
