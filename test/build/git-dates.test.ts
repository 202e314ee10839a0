import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginSite, type Run, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const env = {
  ...process.env,
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' },
};
const git = (cwd: string, args: readonly string[], day = '2026-01-01'): void => {
  const date = `${day}T12:00:00+0000`;
  execFileSync('git', args, { cwd, env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }, stdio: 'pipe' });
};
const commit = (cwd: string, day: string, files: Readonly<Record<string, string>>): void => {
  writeFiles(cwd, files);
  git(cwd, ['add', '--all']);
  git(cwd, ['commit', '-qm', day], day);
};

const page = (title: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>About ${title} and more.</p></main></body></html>`;
const stated = '<meta property="article:modified_time" content="2020-02-02">';

/** A repository with sources of a site in two commits, and its output uncommitted. */
function repository(): string {
  const cwd = temporaryFolder();
  git(cwd, ['init', '-q']);
  commit(cwd, '2026-03-03', {
    '.gitignore': 'out\n',
    'docs/index.md': 'a',
    'docs/guide/Set Up.mdx': 'a',
    'docs/über.rst': 'a',
    'docs/stated.md': 'a',
    'docs/old/_index.adoc': 'a',
    'docs/logo.svg': 'a',
  });
  commit(cwd, '2026-04-04', { 'docs/guide/Set Up.mdx': 'b', 'README.md': 'b' });
  writeFiles(cwd, {
    'out/index.html': page('Home'),
    'out/guide/set-up.html': page('Set up'),
    'out/über/index.html': page('Über'),
    'out/stated.html': page('Stated', stated),
    'out/old/index.html': page('Old'),
    'out/logo.html': page('Logo'),
    'diptych.json': '{"url": "https://docs.example", "gitDates": "docs"}',
  });
  return cwd;
}

const dateIn = (folder: string, file: string): string | undefined =>
  /^last_updated: "?([\d-]+)"?$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
const succeeded = ({ code, stdout, stderr }: Run): string => {
  expect([code, stdout + stderr]).toEqual([0, expect.anything()]);
  return stdout + stderr;
};

describe('gitDates', () => {
  it('twin: pages without a date get that of the last commit of their source, in twins and sitemap.xml', async () => {
    const cwd = repository();
    succeeded(await runWarm(['twin', 'out'], { cwd }));
    const dates = ['index', 'guide/set-up', 'über', 'stated', 'old', 'logo'].map((name) => dateIn(cwd, `out/${name}.md`));
    expect(dates).toEqual(['2026-03-03', '2026-04-04', '2026-03-03', '2020-02-02', '2026-03-03', undefined]);
    const sitemap = readFileSync(join(cwd, 'out/sitemap.xml'), 'utf8');
    expect(sitemap).toContain('<loc>https://docs.example/guide/set-up</loc>\n    <lastmod>2026-04-04</lastmod>');
    expect(sitemap.match(/<lastmod>/g)).toHaveLength(5);
  });

  it('twin: a source path may contain a language that the URL lacks, unless another page has that source', async () => {
    const cwd = repository();
    commit(cwd, '2026-05-05', {
      'docs/en/tour.md': 'a',
      'docs/plan.en.md': 'a',
      'docs/en/twice.md': 'a',
      'docs/de/tour.md': 'a',
    });
    writeFiles(cwd, Object.fromEntries(['tour', 'plan', 'twice', 'en/twice'].map((name) => [`out/${name}.html`, page(name)])));
    succeeded(await runWarm(['twin', 'out'], { cwd }));
    const dates = ['tour', 'plan', 'twice', 'en/twice'].map((name) => dateIn(cwd, `out/${name}.md`));
    expect(dates).toEqual(['2026-05-05', '2026-05-05', undefined, '2026-05-05']);
  });

  it('without the setting there is no date', async () => {
    const cwd = repository();
    writeFiles(cwd, { 'diptych.json': '{"url": "https://docs.example"}' });
    succeeded(await runWarm(['twin', 'out'], { cwd }));
    expect(dateIn(cwd, 'out/guide/set-up.md')).toBeUndefined();
  });

  it.each<[what: string, prepare: (cwd: string) => string, expected: RegExp]>([
    [
      'a shallow clone, which has one date for all files',
      (cwd) => {
        const clone = join(temporaryFolder(), 'clone');
        git(cwd, ['clone', '-q', '--depth', '1', `file://${cwd}`, clone]);
        execFileSync('cp', ['-r', join(cwd, 'out'), join(cwd, 'diptych.json'), clone]);
        return clone;
      },
      /gitDates: no dates, this is a shallow clone.*"fetch-depth: 0"/,
    ],
    [
      'no repository',
      (cwd) => {
        execFileSync('rm', ['-r', join(cwd, '.git')]);
        return cwd;
      },
      /gitDates: no dates, git cannot read docs: not a git repository/,
    ],
    [
      'a missing folder',
      (cwd) => {
        writeFiles(cwd, { 'diptych.json': '{"url": "https://docs.example", "gitDates": "pages"}' });
        return cwd;
      },
      /gitDates: no dates, git cannot read pages: there is no git, or no such folder/,
    ],
    [
      'a folder of other files',
      (cwd) => {
        commit(cwd, '2026-05-05', { 'other/x.md': 'a' });
        writeFiles(cwd, { 'diptych.json': '{"url": "https://docs.example", "gitDates": "other"}' });
        return cwd;
      },
      /gitDates: no page has a source in other: its tree must be that of the site/,
    ],
  ])('%s: one warning, no dates', async (_, prepare, expected) => {
    const cwd = prepare(repository());
    const output = succeeded(await runWarm(['twin', 'out'], { cwd }));
    expect(output).toMatch(expected);
    expect(output.match(/gitDates/g)).toHaveLength(1);
    expect(['index', 'stated'].map((name) => dateIn(cwd, `out/${name}.md`))).toEqual([undefined, '2020-02-02']);
  });

  it('twin: "true" is not a folder', async () => {
    const cwd = repository();
    writeFiles(cwd, { 'diptych.json': '{"url": "https://docs.example", "gitDates": true}' });
    const { code, stderr } = await runWarm(['twin', 'out'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^diptych: gitDates: name the folder of the sources.*\n$/)]);
  });

  it('plugin: each page has the date of its template, except pages that share one; only a commit changes a date', async () => {
    const cwd = temporaryFolder();
    const pages = {
      'src/a.md': '---\ntitle: A\nlayout: l.njk\n---\nText of a.\n',
      'src/b.md': '---\ntitle: B\nlayout: l.njk\n---\nText of b.\n',
      'src/many.njk':
        '---\npagination: { data: list, size: 1, alias: item }\nlist: [x, y]\nlayout: l.njk\ntitle: Many\npermalink: "/many/{{ item }}/"\n---\nText of {{ item }}.\n',
      'src/_includes/l.njk':
        '<!doctype html><html lang="en"><head><title>{{ title }}</title></head><body><main><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>',
    };
    pluginSite(cwd, { url: 'https://docs.example', gitDates: true }, pages);
    git(cwd, ['init', '-q']);
    writeFiles(cwd, { '.gitignore': 'node_modules\n_site\n' });
    commit(cwd, '2026-03-03', {});
    const datesOf = async (): Promise<(string | undefined)[]> => {
      succeeded(await runWarm(['build'], { cwd }));
      return ['a', 'b', 'many/x'].map((name) => dateIn(cwd, `_site/${name}.md`));
    };
    expect(await datesOf()).toEqual(['2026-03-03', '2026-03-03', undefined]);
    writeFiles(cwd, { 'src/b.md': `${pages['src/b.md']}More.\n` });
    expect(await datesOf()).toEqual(['2026-03-03', '2026-03-03', undefined]);
    commit(cwd, '2026-04-04', {});
    expect(await datesOf()).toEqual(['2026-03-03', '2026-04-04', undefined]);
  });
});
