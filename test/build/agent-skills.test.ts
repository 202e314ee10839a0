import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginSite, readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { writeSmallSite } from '../support/small-site.ts';

const index = '.well-known/agent-skills/index.json';
const skill = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n# Do it\n\nBraces stay: {{ name }}.\n`;

async function build(files: Record<string, string>): Promise<{ code: number; stderr: string; tree: Record<string, string> }> {
  const folder = writeSmallSite(temporaryFolder());
  writeFiles(folder, files);
  const { code, stderr } = await runWarm(['build'], { cwd: folder });
  return { code, stderr, tree: code === 0 ? readTree(join(folder, 'dist')) : {} };
}

describe('Agent Skills', () => {
  it('are published unchanged, with an index of digests, and are not pages', async () => {
    const texts = { 'fetch-data': skill('fetch-data', 'Fetches data.'), order: skill('order', 'Orders, and waits.') };
    const { code, tree } = await build(
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [`site/skills/${name}/SKILL.md`, text])),
    );
    expect(code).toBe(0);
    expect(JSON.parse(tree[index]!)).toEqual({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: Object.entries(texts).map(([name, text]) => ({
        name,
        type: 'skill-md',
        description: /description: (.*)/.exec(text)![1],
        url: `https://www.example.com/.well-known/agent-skills/${name}/SKILL.md`,
        digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      })),
    });
    for (const [name, text] of Object.entries(texts)) expect(tree[`.well-known/agent-skills/${name}/SKILL.md`]).toBe(text);
    expect(Object.keys(tree).filter((path) => path.startsWith('skills/'))).toEqual([]);
    expect(tree['llms.txt']).not.toContain('SKILL');
    expect(Object.keys(JSON.parse(tree['.well-known/openapi.json']!).paths)).toEqual(
      expect.arrayContaining([`/${index}`, '/.well-known/agent-skills/order/SKILL.md']),
    );
  });

  it('without skills nothing is published', async () => {
    const { tree } = await build({});
    expect(Object.keys(tree).filter((path) => (path + tree[path]).includes('agent-skills'))).toEqual([]);
  });

  it('of a site with the plugin: only in the folder that its settings name', async () => {
    const options = { url: 'https://example.com', checks: { orphan: 'off', description: 'off' } };
    const pages = { 'src/index.md': '# Home\n\nText.\n', 'src/skills/order/SKILL.md': skill('order', 'Orders.') };
    const unasked = pluginSite(temporaryFolder(), options, pages);
    expect((await runWarm(['build'], { cwd: unasked })).code).toBe(0);
    expect(Object.keys(readTree(join(unasked, '_site')))).not.toContain(index);
    const asked = pluginSite(temporaryFolder(), { ...options, skills: 'src/skills' }, pages);
    expect((await runWarm(['build'], { cwd: asked })).code).toBe(0);
    expect(JSON.parse(readTree(join(asked, '_site'))[index]!).skills).toHaveLength(1);
  });

  it.each([
    [
      'a name that differs from its folder',
      'order',
      skill('other', 'x'),
      /order\/SKILL\.md:1: front matter "name" is "other"; write name: order$/,
    ],
    [
      'no description',
      'order',
      '---\nname: order\n---\n# x\n',
      /order\/SKILL\.md:1: write a description of 1 to 1,024 characters/,
    ],
    [
      'a folder with upper-case letters',
      'Order',
      skill('Order', 'x'),
      /Order\/SKILL\.md: the folder of a skill has lower-case letters/,
    ],
  ])('with %s: the build reports it', async (_, name, text, line) => {
    const { code, stderr } = await build({ [`site/skills/${name}/SKILL.md`]: text });
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(line)]);
  });
});

describe('published if set', () => {
  const settings = (more: object): Record<string, string> => ({
    'site/_data/site.json': JSON.stringify({ url: 'https://www.example.com', name: 'Small', ...more }),
  });

  it('security.txt, with a contact and a date', async () => {
    const contact = { email: 'safe@example.com', url: 'https://www.example.com/about' };
    const { tree } = await build(settings({ contact, securityTxt: { expires: '2027-06-30' } }));
    expect(tree['.well-known/security.txt']).toBe(
      'Contact: mailto:safe@example.com\nContact: https://www.example.com/about\nExpires: 2027-06-30T00:00:00Z\nPreferred-Languages: en\nCanonical: https://www.example.com/.well-known/security.txt\n',
    );
    expect((await build(settings({ contact }))).tree['.well-known/security.txt']).toBeUndefined();
  });

  it('security.txt without a contact', async () => {
    const { code, stderr } = await build(settings({ securityTxt: { expires: '2027-06-30' } }));
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('securityTxt: names no contact; set contact.email or contact.url'),
    ]);
  });

  it('groups for crawlers, each with the content signals', async () => {
    const { tree } = await build(
      settings({
        contentSignals: { search: true, 'ai-train': false },
        crawlers: { GPTBot: false, 'OAI-SearchBot': true, CCBot: false },
      }),
    );
    expect(tree['robots.txt']).toBe(
      [
        'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n',
        'User-agent: OAI-SearchBot\nContent-Signal: search=yes, ai-train=no\nAllow: /\n',
        'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n',
        'Sitemap: https://www.example.com/sitemap.xml\n',
      ].join('\n'),
    );
  });
});
