import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { printedBlocks } from '../support/printed.ts';

/* The GitHub action for sites of other generators: its steps run as on a runner, with this package in place of npx. */

interface Step {
  readonly name: string;
  readonly run: string;
  readonly shell: string;
  readonly env?: Record<string, string>;
  readonly if?: string;
}
interface Action {
  readonly inputs: Record<string, { readonly required?: boolean; readonly default?: string; readonly description: string }>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
const { inputs, runs }: Action = parse(readFileSync('.github/action/action.yml', 'utf8'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const page = (body: string): string => `<!doctype html><html lang="en"><title>Guide</title><body>${body}</body></html>`;
const clean = { 'index.html': page('<main><h1>Guide</h1><p>Text of the guide.</p></main>') };
/** Runs the steps on a folder of HTML until one fails, with the semantics of `shell: bash` and `if: always()`. */
function runAction(site: Record<string, string>, values: Record<string, string>, folder = 'public') {
  const cwd = temporaryFolder();
  for (const [file, text] of Object.entries(site)) writeFiles(cwd, { [`${folder}/${file}`]: text });
  // Replaces `npx --yes diptych@VERSION`.
  const npx = `#!/bin/sh\necho "$2" >>"$RUNNER_TEMP/versions"\nshift 2\nexec "${process.execPath}" "${cliOf('build')}" "$@"\n`;
  writeFiles(cwd, { 'bin/npx': npx, 'temp/summary.md': '' });
  spawnSync('chmod', ['+x', join(cwd, 'bin/npx')]);
  const given = { folder, url: 'https://www.example.com', ...values };
  const filled = (text: string): string =>
    text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => ({ ...given })[name as 'url'] ?? inputs[name]?.default ?? '');
  const outcome = { code: 0, printed: '', failed: undefined as string | undefined };
  for (const { name, run, env = {}, if: condition } of runs.steps) {
    if (outcome.failed !== undefined && condition !== 'always()') continue;
    writeFiles(cwd, { 'step.sh': run });
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', 'step.sh'], {
      cwd,
      encoding: 'utf8',
      env: {
        PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
        RUNNER_TEMP: join(cwd, 'temp'),
        GITHUB_STEP_SUMMARY: join(cwd, 'temp/summary.md'),
        ...own,
      },
    });
    outcome.printed += stdout + stderr;
    if (status !== 0) Object.assign(outcome, { code: status, failed: name });
  }
  const read = (file: string): string => readFileSync(join(cwd, file), 'utf8');
  return {
    ...outcome,
    cwd,
    summary: read('temp/summary.md'),
    versions: read('temp/versions'),
    files: readdirSync(join(cwd, folder)),
  };
}

const annotations = (printed: string): string[] => printed.match(/^::.*$/gm) ?? [];

describe('the action', () => {
  it('is pinned to the version of its package', () => {
    expect(inputs.version!.default).toBe(version);
  });

  it('adds twins to a clean site, without annotations, with a summary', () => {
    const { code, printed, summary, files, versions } = runAction(clean, {});
    expect(versions).toBe(`diptych@${version}\n`.repeat(2));
    expect({ code, annotations: annotations(printed) }).toEqual({ code: 0, annotations: [] });
    expect(files).toEqual(expect.arrayContaining(['index.html', 'index.md', 'llms.txt']));
    expect(printed).toContain('Checked 1 page: no defects');
    expect(summary).toMatch(/^ {4}Wrote public in [\d.]+ s: 1 page, /);
  });

  it('strict: a warning fails, and nothing is changed', () => {
    const site = { ...clean, 'a.html': page('<main><h1>A</h1><p>Text.</p></main>'), 'a.htm': page('<main><h1>A</h1></main>') };
    expect(runAction(site, {})).toMatchObject({ code: 0, printed: expect.stringMatching(/^::warning file=a\.htm,/m) });
    const { code, failed, files } = runAction(site, { strict: 'true' });
    expect({ code, failed, files }).toEqual({ code: 1, failed: 'Add twins', files: ['a.htm', 'a.html', 'index.html'] });
  });

  it('reports an invalid input in the log', () => {
    const { code, printed, versions } = runAction(clean, { url: '', version: '1.2.3' });
    expect({ code, versions }).toEqual({ code: 2, versions: 'diptych@1.2.3\n' });
    expect(printed).toContain('twin needs the public URL of the site');
  });

  it('never runs an input as shell code', () => {
    const code = `x"; touch hacked; $(touch hacked) \`touch hacked\` '\ntouch hacked`;
    const values = Object.fromEntries(Object.keys(inputs).map((name) => [name, code]));
    const { cwd, code: status } = runAction(clean, { ...values, folder: 'public' });
    expect(status).not.toBe(0);
    expect(readdirSync(cwd)).not.toContain('hacked');
  });

  it('a folder may have spaces, quotes and a dash in front', () => {
    expect(runAction(clean, {}, `-a '$(touch hacked)' b`)).toMatchObject({
      code: 0,
      summary: expect.stringContaining('Wrote -a'),
    });
  });

  it('no script contains an input, and each input reaches one as a variable', () => {
    for (const { run, shell } of runs.steps) expect([run.includes('${{'), shell]).toEqual([false, 'bash']);
    const passed = new Set(runs.steps.flatMap(({ env = {} }) => Object.values(env)));
    expect([...passed].sort()).toEqual(
      Object.keys(inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
  });
});

describe('printed workflows', () => {
  const workflows = printedBlocks.filter(({ language, text }) => language === 'yaml' && text.includes('.github/action@'));
  it.each(workflows.map((block) => [block.page, block.text] as const))('%s: uses existing inputs of the action', (_, text) => {
    const whole = parse(text);
    const steps: { uses?: string; with?: Record<string, string> }[] = Array.isArray(whole) ? whole : whole.jobs.publish.steps;
    const used = steps.filter(({ uses }) => uses?.includes('/.github/action@'));
    expect(used).toHaveLength(1);
    const [{ uses, with: given = {} }] = used as [{ uses: string; with: Record<string, string> }];
    const path = uses.replace(/^[\w-]+\/[\w-]+\//, '').replace(/@.*$/, '');
    expect(readdirSync(resolve(path))).toEqual(['action.yml']);
    expect(uses).toMatch(new RegExp(`@v${version.split('.')[0]}$`));
    expect(Object.keys(given).filter((name) => !(name in inputs))).toEqual([]);
    expect(Object.keys(inputs).filter((name) => inputs[name]!.required && !(name in given))).toEqual([]);
  });
});
