import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flipBit, pluginSite, type Run, readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const layout = (note: string): string =>
  `<!doctype html><html lang="en"><head><title>{{ title }}</title>{% if noindex %}<meta name="robots" content="noindex">{% endif %}</head><body><p>${note}{{ word }}</p><main>{{ content }}</main></body></html>\n`;
const page = (title: string, text: string, front = ''): string =>
  `---\nlayout: base.liquid\ntitle: ${title}\n${front}---\n# ${title}\n\n${text} [Home](/) [A](/a/)\n`;
const options = { url: 'https://x.example', name: 'X', skills: 'skills', checks: { description: 'off', 'dead-link': 'warning' } };
/** `plugin.txt` is written into the output like files of plugins, `extra.txt` is copied. */
const configuration = (settings: object): string => `import { readFileSync, writeFileSync } from 'node:fs';
import diptych from 'diptych';
export default (c) => {
  c.addPlugin(diptych, ${JSON.stringify(settings)});
  c.addPassthroughCopy({ public: '/' });
  c.on('eleventy.before', () => writeFileSync(c.directories.output + '/plugin.txt', readFileSync('plugin.txt')));
  return { dir: { input: 'src', output: '_site' } };
};
`;
const site = {
  'eleventy.config.js': configuration(options),
  'plugin.txt': 'Of a plugin.\n',
  'skills/look/SKILL.md': '---\nname: look\ndescription: How to look.\n---\n# Look\n',
  'public/extra.txt': 'Copied.\n',
  'src/_includes/base.liquid': layout('Old.'),
  'src/_data/word.json': '"one"\n',
  'src/feed.njk': '---\npermalink: /feed.xml\n---\n<feed>{{ word }}</feed>\n',
  'src/index.md': page('Home', 'Where it begins. [Part](/a/#part)'),
  'src/a.md': page('A', 'First.\n\n<h2 id="part">Part</h2>\n'),
  // True findings and near misses must be the same in each build.
  'src/c.md': page('C', 'Nobody links here.\n\nWrite `[x](relative.md)`.', 'redirect_from: /c/\n'),
};

const cli = (cwd: string, args: readonly string[] = []): Promise<Run> => runWarm(['build', ...args], { cwd });
const identityOf = (folder: string): number => statSync(join(folder, '_site')).ino;
/** The figures of a report without times, and without the size, which includes the history. */
const reported = ({ code, stdout, stderr }: Run) => ({
  code,
  stderr,
  lines: stdout
    .replace(/ in [\d.]+ s:/, '')
    .replace(/, \d+ kB$/m, '')
    .replace(/^ {2}templates .*$/m, ''),
});

/** All published files, except the history of builds. */
function published(folder: string): Record<string, string> {
  const { '.well-known/diptych.json': manifest = '{}', ...tree } = readTree(join(folder, '_site'));
  const { changes, build, files, ...rest } = JSON.parse(manifest);
  const isHistory = (path: string): boolean => path.startsWith('changes.md');
  const others = Object.entries(files ?? {}).filter(([path]) => !isHistory(path));
  return {
    ...Object.fromEntries(Object.entries(tree).filter(([path]) => !isHistory(path))),
    manifest: JSON.stringify([rest, others]),
  };
}

const edit = (path: string, change: (text: string) => string) => (folder: string) =>
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
const write = (path: string, text: string) => (folder: string) => writeFiles(folder, { [path]: text });
const remove = (path: string) => (folder: string) => rmSync(join(folder, path));

describe('a build after a build', () => {
  it('of the same site keeps the published folder, and reports the same', async () => {
    const folder = pluginSite(temporaryFolder(), options, site);
    const first = await cli(folder);
    const [tree, identity] = [readTree(join(folder, '_site')), identityOf(folder)];
    const second = await cli(folder);
    expect(reported(second)).toEqual(reported(first));
    expect(new Set(first.stdout.match(/(?<= {2})(orphan|front-matter|dead-link|relative-link)(?= {2})/g))).toEqual(
      new Set(['front-matter', 'orphan']),
    );
    expect([identityOf(folder), readTree(join(folder, '_site'))]).toEqual([identity, tree]);
  });

  it.each<[what: string, change: (folder: string) => void, args?: string[]]>([
    ['a page', edit('src/a.md', (text) => text.replace('First', 'Second'))],
    [
      'the source of a page, which only the checks use',
      edit('src/a.md', (text) => text.replace('title: A', 'title: A\nredirect_from: /a/')),
    ],
    [
      'a page is noindex, and other twins link to it',
      edit('src/a.md', (text) => text.replace('title: A', 'title: A\nnoindex: true')),
    ],
    ['an id is removed, and another page links to it', edit('src/a.md', (text) => text.replace('id="part"', 'id="other"'))],
    ['redirect_from of a page', edit('src/a.md', (text) => text.replace('title: A', 'title: A\nredirect_from: /old'))],
    ['a page becomes a draft', edit('src/c.md', (text) => text.replace('title: C', 'title: C\ndraft: true'))],
    ['a page is added', write('src/b.md', page('B', 'New.'))],
    ['a page is removed', remove('src/c.md')],
    ['the layout', write('src/_includes/base.liquid', layout('New.'))],
    [
      'titles get a common ending',
      write('src/_includes/base.liquid', layout('Old.').replace('{{ title }}', '{{ title }} | Site of X')),
    ],
    ['data', write('src/_data/word.json', '"two"\n')],
    ['a template that is not a page', edit('src/feed.njk', (text) => text.replace('<feed>', '<feed >'))],
    ['a copied file, of the same size', write('public/extra.txt', 'COPIED.\n')],
    ['a copied file is added', write('public/more.txt', 'More.\n')],
    ['a copied file is removed', remove('public/extra.txt')],
    ['a file that a plugin writes, of the same size', write('plugin.txt', 'OF A PLUGIN.\n')],
    ['a skill', edit('skills/look/SKILL.md', (text) => `${text}\nMore.\n`)],
    ['settings', write('eleventy.config.js', configuration({ ...options, name: 'Y' }))],
    [
      'severity of a check',
      write('eleventy.config.js', configuration({ ...options, checks: { ...options.checks, orphan: 'off' } })),
    ],
    ['the command line', () => {}, ['--no-parity']],
    ['the published folder: a twin is edited, to the same size', edit('_site/a.md', (text) => text.replace('First', 'Frist'))],
    ['the published folder: a bit of a page is flipped', (folder) => flipBit(folder, ['_site/a/index.html'])],
    [
      'the published folder: the manifest is edited',
      edit('_site/.well-known/diptych.json', (text) => text.replace(/"build":"./, '"build":"x')),
    ],
    ['the published folder: a page is edited', edit('_site/a/index.html', (text) => text.replace('First', 'Frist'))],
    ['the published folder: a sidecar is deleted', remove('_site/llms-full.txt.br')],
    ['the published folder: a file is added', write('_site/strange.txt', 'Strange.\n')],
    ['the published folder: the manifest is deleted', remove('_site/.well-known/diptych.json')],
  ])('is complete again after a change: %s', async (_, change, args = []) => {
    const folder = pluginSite(temporaryFolder(), options, site);
    expect((await cli(folder)).code).toBe(0);
    const identity = identityOf(folder);
    change(folder);
    const warm = await cli(folder, args);
    expect(identityOf(folder)).not.toBe(identity);

    const fresh = temporaryFolder();
    cpSync(folder, fresh, { recursive: true, filter: (path) => !/_site$|\.cache$/.test(path) });
    expect(reported(warm)).toEqual(reported(await cli(fresh, args)));
    expect(published(folder)).toEqual(published(fresh));
  });
});

const made = ['a.md', 'a/index.html.br', 'a/index.html.gz', 'llms.txt', 'llms-full.txt.br', 'c.md'];

describe('previous output is verified by its bytes, not by size and time', () => {
  it.each<[build: string, before: (folder: string) => void]>([
    ['without changes', () => {}],
    ['of another page', edit('src/index.md', (text) => text.replace('begins', 'starts'))],
    ['without its cache', (folder) => rmSync(join(folder, 'node_modules/.cache'), { recursive: true })],
    ['without its record', (folder) => rmSync(join(folder, 'node_modules/.cache/diptych/build.json'))],
  ])('in a build %s', async (_, before) => {
    const folder = pluginSite(temporaryFolder(), options, { ...site, 'src/a.md': page('A', 'Words of it. '.repeat(99)) });
    await cli(folder);
    before(folder);
    flipBit(join(folder, '_site'), made);
    await cli(folder);
    const fresh = temporaryFolder();
    cpSync(folder, fresh, { recursive: true, filter: (path) => !/_site$|\.cache$/.test(path) });
    await cli(fresh);
    expect(published(folder)).toEqual(published(fresh));
  });

  it.each([
    ['of the folder itself', []],
    ['of another folder', ['--out', 'twinned']],
  ])('in diptych twin %s', async (_, more) => {
    const folder = temporaryFolder();
    const html = (title: string): string =>
      `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${'Some words of it. '.repeat(99)}</p></main>`;
    writeFiles(join(folder, 'built'), { 'index.html': html('Home'), 'a.html': html('A') });
    const twin = () => runWarm(['twin', 'built', '--url', options.url, ...more], { cwd: folder });
    const out = join(folder, more.at(-1) ?? 'built');
    expect((await twin()).code).toBe(0);
    const tree = readTree(out);
    flipBit(out, ['a.md', 'a.html.br', 'a.html.gz', 'a.md.br', 'a.md.gz', 'llms.txt']);
    expect(readTree(out)).not.toEqual(tree);
    expect((await twin()).code).toBe(0);
    expect(readTree(out)).toEqual(tree);
  });
});
