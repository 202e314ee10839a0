// A step of `npm run prepack`: the documentation as the package brings it along, docs/ and AGENTS.md, made by our own command from a
// build of site/ in a folder of its own.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What describes the service of the site, only lists its pages, helps before a decision that is made by now, or is about single generators, hosts or many instances. */
const left = [
  ...['about.md', 'auth.md', 'developers.md', 'docs.md', 'problems.md', 'search.md'],
  ...['docs/benchmarks.md', 'docs/comparison.md', 'docs/how-it-works.md', 'docs/migrating.md', 'docs/performance.md'],
  ...[
    'docs/access-logs.md',
    'docs/api-pages.md',
    'docs/check-old-site.md',
    'docs/quick-start.md',
    'docs/recipes.md',
    'docs/two-urls.md',
    'docs/why-markdown.md',
    'docs/growing.md',
  ],
  ...['docs/generators/**', 'docs/hosting.md', 'docs/hosting/**'],
];

// The pages of the repository on GitHub.
const [, owner, name] = /github\.com\/([^/]+)\/(.+)\.git$/.exec(JSON.parse(readFileSync('package.json', 'utf8')).repository.url);
const url = `https://${owner.toLowerCase()}.github.io/${name}`;

const folder = mkdtempSync(join(tmpdir(), 'diptych-docs-'));
try {
  cpSync('site', join(folder, 'site'), { recursive: true });
  const run = (...args) =>
    execFileSync(process.execPath, [resolve('lib/build/cli.js'), ...args], {
      cwd: folder,
      env: { ...process.env, SITE_URL: url },
      // npm prints what it packed to standard output.
      stdio: ['ignore', 2, 'inherit'],
    });
  run('build', '-q');
  run('bundle', 'dist', '--out', resolve('docs'), '--max-size', '400000', ...left.map((page) => `--exclude=${page}`));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
