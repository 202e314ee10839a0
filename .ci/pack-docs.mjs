// A step of `npm run prepack`: builds site/ in a temporary folder, and writes the documentation of the package, docs/ and AGENTS.md,
// with `diptych bundle`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Pages that users of the package do not need: about the website and its index, for the decision to use Diptych, for readers of the sites, about single generators and platforms, for machines in production. */
const excluded = [
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
    'docs/for-agents.md',
    'docs/production.md',
    'docs/content-security-policy.md',
    'docs/versions.md',
    'docs/bundle.md',
    'docs/languages.md',
  ],
  ...['docs/generators/**', 'docs/hosting.md', 'docs/hosting/**'],
];

// GitHub Pages of the repository.
const [, owner, name] = /github\.com\/([^/]+)\/(.+)\.git$/.exec(JSON.parse(readFileSync('package.json', 'utf8')).repository.url);
const url = `https://${owner.toLowerCase()}.github.io/${name}`;

const folder = mkdtempSync(join(tmpdir(), 'diptych-docs-'));
try {
  cpSync('site', join(folder, 'site'), { recursive: true });
  const run = (...args) =>
    execFileSync(process.execPath, [resolve('lib/build/cli.js'), ...args], {
      cwd: folder,
      env: { ...process.env, SITE_URL: url },
      // Standard output belongs to `npm pack`.
      stdio: ['ignore', 2, 'inherit'],
    });
  run('build', '-q');
  run('bundle', 'dist', '--out', resolve('docs'), '--max-size', '400000', ...excluded.map((page) => `--exclude=${page}`));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
