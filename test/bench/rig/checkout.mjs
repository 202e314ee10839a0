// Compiles another commit of this repository, for `--against COMMIT`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve('test/bench/serve/.against');

/** Checks a commit out and compiles it once; it uses this tree's `node_modules`. @returns its folder */
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
