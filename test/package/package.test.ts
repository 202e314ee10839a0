import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../support/cli.ts';

/** An empty folder with nothing but the packed package, Eleventy and Express from the registry. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-package-'));
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))!;
  const { devDependencies, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const packages = {
    diptych: `file:${tarball}`,
    '@11ty/eleventy': devDependencies!['@11ty/eleventy'],
    express: dependencies!.express,
  };
  writeFiles(folder, { 'package.json': JSON.stringify({ type: 'module', dependencies: packages }) });
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFiles(folder, {
    'eleventy.config.js': `import diptych from 'diptych';
export default (eleventyConfig) => {
  eleventyConfig.addPlugin(diptych, { url: 'https://example.com', name: 'Plain' });
  return { dir: { input: 'src', output: '_site' } };
};`,
    'src/_includes/plain.njk':
      '<!doctype html><html lang="en"><title>{{ title }}</title><nav><a href="/">Home</a></nav><main>{{ content | safe }}</main></html>',
    'src/index.md':
      '---\nlayout: plain.njk\ntitle: Plain site\n---\n# Plain site\n\nIt knows nothing of Diptych. See [the table](/table/).\n',
    'src/table.md': '---\nlayout: plain.njk\ntitle: Table\n---\n# Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    'app.js': `import express from 'express';
import { createProxy } from 'diptych/proxy';
const app = express();
app.get('/own', (req, res) => res.json({ own: true }));
app.use(createProxy({ dir: '_site' }));
app.get('/after', (req, res) => res.json({ after: true }));
const server = app.listen(0, '127.0.0.1', () => console.log('listening on ' + server.address().port));`,
  });
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a program, waits for what it prints, gives its base URL to `use`, and stops it. */
async function withServer(command: string, args: string[], use: (base: string) => Promise<void>): Promise<void> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise<string>((done, fail) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        const found = /(?:listening on |:)(\d{4,5})\b/.exec(text);
        if (found) done(found[1]!);
      });
      child.on('exit', (code) => fail(new Error(`exited with ${code}: ${text}`)));
    });
    await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
  }
}

describe('the packed package', () => {
  it('as plugin of a site that knows nothing of it, by plain Eleventy', () => {
    execFileSync('npx', ['@11ty/eleventy', '--quiet'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const twin = readFileSync(join(folder, '_site/index.md'), 'utf8');
    expect(twin).toContain('canonical_url: https://example.com/');
    expect(twin).toContain('[the table](https://example.com/table.md)');
    expect(readFileSync(join(folder, '_site/table.md'), 'utf8')).toMatch(/\| a +\| b +\|\n\| -+ +\| -+ +\|\n\| 1 +\| 2 +\|/);
    expect(readFileSync(join(folder, '_site/llms.txt'), 'utf8')).toMatch(/^# Plain\n/);
  }, 120_000);

  it('as plugin, by diptych build', () => {
    const printed = execFileSync('npx', ['diptych', 'build'], { cwd: folder, encoding: 'utf8' });
    expect(printed).toMatch(/Wrote _site in .*: 2 pages/);
  }, 120_000);

  it('as middleware in an Express app with routes of its own', async () => {
    await withServer(process.execPath, ['app.js'], async (base) => {
      expect(await (await fetch(`${base}/own`)).json()).toEqual({ own: true });
      expect(await (await fetch(`${base}/after`)).json()).toEqual({ after: true });
      const markdown = await fetch(`${base}/table/`, { headers: { Accept: 'text/markdown, */*' } });
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(markdown.headers.get('ratelimit-policy')).toBe('120;w=60');
      expect(await markdown.text()).toBe(readFileSync(join(folder, '_site/table.md'), 'utf8'));
    });
  });

  it('as command', async () => {
    await withServer(join(folder, 'node_modules/.bin/diptych-proxy'), ['_site', '--port', '0'], async (base) => {
      const health = await fetch(`${base}/api/v1/health`);
      expect(await health.json()).toEqual({ status: 'ok', service: 'Plain' });
      const catalog = await fetch(`${base}/.well-known/api-catalog`);
      expect(catalog.headers.get('content-type')).toBe(
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      );
    });
  });

  it('exports the surfaces', () => {
    const printed = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', "import { surfaces } from 'diptych/surfaces'; console.log(surfaces.getLlmsTxt.path)"],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    expect(printed).toBe('/llms.txt\n');
  });

  it('brings no test, source or map along, and has types for each entry', () => {
    const files = readdirSync(join(folder, 'node_modules/diptych'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /^(test|build\/.*\.ts|proxy)\b/.test(file))).toEqual([]);
    for (const entry of ['build/plugin', 'proxy/index', 'build/contract/surfaces']) expect(files).toContain(`lib/${entry}.d.ts`);
  });
});
