// Another commit of this repository beside this one, compiled: `--against COMMIT`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve('test/bench/serve/.against');

/** The folder of a commit, with its `lib`. Made once; its packages are those of this tree. */
export function checkout(commit) {
  const sha = execFileSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], { encoding: 'utf8' }).trim();
  const target = `${folder}/${sha.slice(0, 12)}`;
  if (existsSync(`${target}/lib/proxy/cli.js`)) return target;
  mkdirSync(target, { recursive: true });
  const archive = execFileSync('git', ['archive', sha], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['x', '-C', target], { input: archive });
  symlinkSync(resolve('node_modules'), `${target}/node_modules`);
  execFileSync('npm', ['run', '-s', 'compile'], { cwd: target, stdio: 'inherit' });
  return target;
}
