// Building 1,000 pages, cold: Diptych against VitePress + vitepress-plugin-llms and Astro Starlight + starlight-llms-txt.
// node test/bench/generators.mjs [pages] [--rounds N]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pageOf, writeCorpus } from './rig/corpus.mjs';

const args = process.argv.slice(2);
const rounds = Number(args.includes('--rounds') ? args[args.indexOf('--rounds') + 1] : 1);
const count = Number(args.find((arg, at) => /^\d+$/.test(arg) && args[at - 1] !== '--rounds') ?? 1000);
const peers = resolve('test/bench/generators');
// The projects lie next to their packages: Astro does not follow links out of a project.
const work = join(peers, '.work');
// No lock file: it would list packages for other platforms, which some registries lack. package.json has exact versions.
if (!existsSync(join(peers, 'node_modules')))
  spawnSync('npm', ['install', '--silent', '--no-package-lock', '--ignore-scripts', '--prefix', peers], { stdio: 'inherit' });

function project(name, files) {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const front = (at) =>
  `---\ntitle: Page ${at}\ndescription: Page ${at} of the corpus of the build benches, number ${at} of ${count}.\n---\n`;
const pages = (base, body) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${base}/s${at % 20}/p${at}.md`, front(at) + body(at)]));
// Starlight prints the title itself, and neither generator accepts a missing image.
const withoutImage = (at) => pageOf(at, count).replace(/!\[[^\]]*\]\([^)]*\)\n/, '');

const vitepress = project('vitepress', {
  'package.json': '{"type":"module","private":true}',
  'docs/.vitepress/config.mjs': `import llms from 'vitepress-plugin-llms';
export default { title: 'Bench', ignoreDeadLinks: true, vite: { plugins: [llms({ generateLLMFriendlyDocsForEachPage: true })] } };
`,
  'docs/index.md': '# Bench\n',
  ...pages('docs', withoutImage),
});
const starlight = project('starlight', {
  'package.json': '{"type":"module","private":true}',
  'astro.config.mjs': `import starlight from '@astrojs/starlight';
import llms from 'starlight-llms-txt';
import { defineConfig } from 'astro/config';
export default defineConfig({ site: 'https://bench.example', telemetry: false, integrations: [starlight({ title: 'Bench', plugins: [llms()], pagefind: false })] });
`,
  'src/content.config.ts': `import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
  'src/content/docs/index.md': '---\ntitle: Bench\n---\nBench.\n',
  ...pages('src/content/docs', (at) => withoutImage(at).replace(/^# .*\n/, '')),
});
const ours = join(work, 'ours');
writeCorpus(ours, count);
writeFileSync(
  join(ours, 'eleventy.config.js'),
  `import diptych from 'diptych';
export default (c) => {
  c.addPlugin(diptych, { url: 'https://bench.example', name: 'Bench', checks: { oversize: 'off' } });
  c.addPassthroughCopy({ public: '/' });
  return { dir: { input: 'src', output: '_site' } };
};
`,
);
mkdirSync(join(ours, 'node_modules'), { recursive: true });
symlinkSync(resolve('.'), join(ours, 'node_modules/diptych'));

const cases = {
  'Diptych, all checks, parity, compression': [
    ours,
    ['_site', 'node_modules/.cache'],
    [process.execPath, resolve('lib/build/cli.js'), 'build'],
  ],
  'VitePress + vitepress-plugin-llms': [
    vitepress,
    ['docs/.vitepress/dist', 'docs/.vitepress/cache'],
    [process.execPath, join(peers, 'node_modules/vitepress/bin/vitepress.js'), 'build', 'docs'],
  ],
  'Starlight + starlight-llms-txt': [
    starlight,
    ['dist', '.astro', 'node_modules/.astro'],
    [process.execPath, join(peers, 'node_modules/astro/astro.js'), 'build'],
  ],
};
const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  for (const [name, [folder, stale, command]] of Object.entries(cases)) {
    for (const path of stale) rmSync(join(folder, path), { recursive: true, force: true });
    const began = performance.now();
    const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '--max-old-space-size=8192' },
    });
    if (status !== 0) throw new Error(`${name} exited with ${status}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
    times[name].push(performance.now() - began);
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const base = median(Object.values(times)[0]);
console.table(
  Object.entries(times).map(([name, values]) => ({
    build: name,
    pages: count,
    seconds: (median(values) / 1000).toFixed(1),
    'times Diptych': (median(values) / base).toFixed(1),
  })),
);
