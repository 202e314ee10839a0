import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-hosting-'));
const dist = join(folder, 'dist');

/** The first code block of a language on a page of the site: what its reader copies. */
function codeOf(page: string, language: string): string {
  const code = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(readFileSync(page, 'utf8'))?.[1];
  if (!code) throw new Error(`${page} has no ${language}`);
  return code;
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

/** The published configurations, changed in nothing but name, port and folder. */
const hosts: Record<string, { program: string; start: (port: number) => ChildProcess }> = {
  nginx: {
    program: '/usr/sbin/nginx',
    start(port) {
      const server = codeOf('site/docs/hosting/nginx.md', 'nginx')
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        .replace('/srv/site/dist', dist);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      const file = join(folder, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off; user root; pid ${folder}/nginx.pid; events {}\nhttp { access_log off; ${paths}\n${server}}\n`,
      );
      return spawn(this.program, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'inherit' });
    },
  },
  Caddy: {
    program: '/usr/bin/caddy',
    start(port) {
      const site = codeOf('site/docs/hosting/caddy.md', 'txt')
        .replace('www.example.com', `http://127.0.0.1:${port}`)
        .replace('/srv/site/dist', dist);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      return spawn(this.program, ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env });
    },
  },
};

beforeAll(async () => {
  cpSync('site', join(folder, 'site'), { recursive: true });
  const { code, stderr } = await runCli('build', ['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.com' } });
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.keys(hosts))('the configuration of %s as published', (name) => {
  let child: ChildProcess | undefined;
  let base = '';

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    child = hosts[name]!.start(port);
    for (let attempt = 0; attempt < 100; attempt++) {
      if (
        await fetch(base).then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((done) => setTimeout(done, 50));
    }
  });

  afterAll(() => child?.kill());

  it.each([
    ['/', 200, 'text/html; charset=utf-8'],
    ['/about', 200, 'text/html; charset=utf-8'],
    ['/docs/hosting/nginx', 200, 'text/html; charset=utf-8'],
    ['/about.md', 200, 'text/markdown; charset=utf-8'],
    ['/docs.md', 200, 'text/markdown; charset=utf-8'],
    ['/llms.txt', 200, 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 200, '/xml'],
    ['/.well-known/api-catalog', 200, 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
    ['/.well-known/openapi.json', 200, 'application/json'],
    ['/.well-known/oauth-protected-resource', 200, 'application/json'],
    ['/.well-known/oauth-authorization-server', 200, 'application/json'],
    ['/api/v1/health', 200, 'application/json'],
    ['/style.css', 200, 'text/css'],
    ['/og.png', 200, 'image/png'],
    ['/nope', 404, 'text/html; charset=utf-8'],
    ['/nope.md', 404, 'text/html; charset=utf-8'],
    ['/.diptych.json', 200, 'application/json'],
  ])('%s → %d %s', async (path, status, mediaType) => {
    const response = await fetch(base + path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type') ?? '').toContain(mediaType);
    if (status === 200) expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('a missing page shows the page for missing pages', async () => {
    expect(await (await fetch(`${base}/nope`)).text()).toContain('Nothing is published here');
  });

  it.each(['/about', '/about.md', '/llms.txt'])('%s is sent as it was compressed at build time', async (path) => {
    const response = await fetch(base + path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const plain = await fetch(base + path, { headers: { 'Accept-Encoding': 'identity' } });
    expect(await response.text()).toBe(await plain.text());
  });
});
