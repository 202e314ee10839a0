import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../build/commands/command-line.ts';
import { siteUrlForm } from '../../build/contract/site-url.ts';
import { createProxy } from '../../proxy/index.ts';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { writeSmallSite } from '../support/small-site.ts';

const commands = 'init, build, dev, twin, check, export';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('an invalid command line: one line, exit 2, no other effect', () => {
  it.each([
    [['bulid'], 'unknown command "bulid"; did you mean build? (see diptych --help)'],
    [['publish'], `unknown command "publish"; expected ${commands} (see diptych --help)`],
    [['--quiet'], `expected a command: ${commands} (see diptych --help)`],
    [['--strict'], 'unknown option --strict (see diptych --help)'],
    [['build', 'site'], 'build takes no argument "site" (see diptych build --help)'],
    [['init'], 'init needs DIR: diptych init my-site (see diptych init --help)'],
    [['init', 'a', 'b'], 'init takes no argument "b" (see diptych init --help)'],
    [['build', '--out', 'www'], 'unknown option --out (see diptych build --help)'],
    [['build', '--fromat', 'x'], 'unknown option --fromat; did you mean --format? (see diptych build --help)'],
    [['build', '--format'], "Option '--format <value>' argument missing (see diptych build --help)"],
    [['twin', 'site', '--url', 'example.com'], '--url: found "example.com"; did you mean https://example.com?'],
    [['twin', 'site', '--url', 'ftp://a'], `--url: found "ftp://a"; expected ${siteUrlForm}`],
    [['check', 'example.com/docs'], 'example.com/docs: not a folder; did you mean https://example.com/docs?'],
    [['twin', 'site'], 'twin needs the public URL of the site: --url https://example.com'],
  ])('%j', async (args, line) => {
    const folder = writeSmallSite(temporaryFolder());
    const before = readTree(folder);
    expect(await runWarm(args, { cwd: folder })).toEqual({ code: 2, stdout: '', stderr: `diptych: ${line}\n` });
    expect(readTree(folder)).toEqual(before);
  });
});

describe('help and version', () => {
  it.each([[['--version']], [['-v']], [['build', '--version']]])('%j', async (args) => {
    expect(await runWarm(args, { cwd: '.' })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([[['build', '--help']], [['help', 'build']], [['--help', 'build']]])('%j: of that command alone', async (args) => {
    const { code, stdout } = await runWarm(args, { cwd: temporaryFolder() });
    expect([code, [...stdout.matchAll(/^ {2}diptych (\w+)/gm)].map(([, name]) => name)]).toEqual([0, ['build']]);
    expect([...stdout.matchAll(/^ {6}(--\S+)/gm)].map(([, name]) => name)).toEqual(['--date', '--config', '--format']);
  });

  it('every command accepts all options of its help', async () => {
    const { stdout } = await runWarm(['--help'], { cwd: '.' });
    const blocks = stdout.split(/^ {2}diptych /m).slice(1);
    expect(blocks).toHaveLength(commands.split(' ').length);
    for (const block of blocks)
      for (const [, option, value] of block.matchAll(/^ {6}(--\S+)( .+)?$/gm)) {
        const args = [/^\w+/.exec(block)![0], option!, ...(value ? ['x'] : []), '--unknown'];
        expect(() => readCommandLine(args, {})).toThrow('unknown option --unknown');
      }
  }, 60_000);
});

describe('a closed pipe ends the command quietly, with the usual exit code', () => {
  it.each([
    ['build', 'check out --format json', 1],
    ['proxy', '--help', 0],
  ] as const)('%s: %s | true', (half, args, code) => {
    const folder = temporaryFolder();
    const page = `<!doctype html><title>x</title><h1>x</h1>${'<h1>x</h1><img src="/no.png">'.repeat(5000)}`;
    writeFiles(folder, { 'out/index.html': page });
    // The reader closes the pipe before the first output.
    const command = `(sleep 0.2; "${process.execPath}" "${cliOf(half)}" ${args}) | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual([`${code}\n`, '']);
  });
});

it.each<[options: object, fault: RegExp]>([
  [{ rateLimt: 'enforced' }, /^unknown option "rateLimt"; did you mean rateLimit\?$/],
  [{ colour: 'red' }, /^unknown option "colour"$/],
  [{ logRequests: true }, /^option logRequests is one of the command/],
  [{ dir: 'dist', origin: 'http://127.0.0.1:1' }, /^options dir and origin: /],
  [{ allowedHosts: ['box.local'] }, /^option allowedHosts: expected /],
  [{ allowedHosts: 'http://box.local' }, /^option allowedHosts: found "http:\/\/box.local", expected /],
  [{ allowedHosts: 'box.local:8080' }, /^option allowedHosts: /],
  [{ allowedHosts: '::1::2' }, /^option allowedHosts: /],
  [{ log: console.log }, /^option log: /],
  [{ observers: () => {} }, /^option observers: /],
  [{ observers: [() => {}] }, /^option observers: /],
  [{ rateLimiter: { count() {} } }, /^option rateLimiter: /],
  [{ name: 3 }, /^option name: found 3, /],
  [{ deprecations: 'x' }, /^option deprecations: /],
  [{ url: 'https://example.test/path?a' }, /^option url: /],
  [{ url: 'example.test' }, /^option url: /],
  [{ maxMemory: -1 }, /^option maxMemory: found -1, /],
  [{ rateLimit: 'strict' }, /^option rateLimit: /],
  [{ watch: 'yes' }, /^option watch: /],
  [{ contentSecurityPolicy: 'a\r\nb' }, /^option contentSecurityPolicy: /],
])('createProxy with %j', (options, fault) => {
  expect(() => createProxy(options)).toThrow(fault);
});
