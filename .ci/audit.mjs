// Fails if a dependency of the package has a known vulnerability. A registry without an audit service is reported.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const { vulnerabilities, message } = JSON.parse(stdout || '{"message":"no output of npm"}');
const found = Object.values(vulnerabilities ?? {});
for (const { name, severity, via } of found)
  console.error(
    `${severity} ${name}: ${via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`)).join('; ')}`,
  );
if (!vulnerabilities) console.log(`npm audit skipped: ${message}`);
else if (found.length === 0) console.log('npm audit: no known vulnerability in the dependencies');
process.exitCode = found.length > 0 ? 1 : 0;
