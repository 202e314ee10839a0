import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { type PrintedBlock, printedBlocks } from '../support/printed.ts';

const printed = (language: string): string => {
  const blocks = printedBlocks.filter((block) => block.page.endsWith('access-logs.md') && block.language === language);
  return (blocks as [PrintedBlock])[0].text;
};

const modules = ['mpm_event', 'authz_core', 'mime', 'log_config'];
const servers = {
  nginx: (folder: string, port: number): [command: string, args: string[], configuration: string] => [
    'nginx',
    ['-e', 'stderr', '-c', join(folder, 'server.conf')],
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
http {
types { text/markdown md; text/html html; }
${printed('nginx').replace('/var/log/nginx', folder)}
server { listen 127.0.0.1:${port}; root ${folder}/site; }
}
`,
  ],
  apache: (folder: string, port: number): [command: string, args: string[], configuration: string] => [
    'apache2',
    ['-X', '-f', join(folder, 'server.conf')],
    `ServerRoot ${folder}
PidFile ${folder}/pid
Listen 127.0.0.1:${port}
ServerName localhost
${modules.map((name) => `<IfModule !${name}_module>\nLoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n</IfModule>\n`).join('')}
TypesConfig /dev/null
AddType text/markdown .md
AddType text/html .html
ErrorLog ${folder}/error.log
DocumentRoot ${folder}/site
${printed('apache').replace('${APACHE_LOG_DIR}', folder)}
`,
  ],
};

it.each(['nginx', 'apache'] as const)('the log of %s, configured as documented, has the media type of Markdown', async (name) => {
  const folder = temporaryFolder();
  const port = await freePort();
  const [command, args, configuration] = servers[name](folder, port);
  writeFiles(folder, { 'server.conf': configuration, 'site/about.html': 'x', 'site/about.md': 'x' });
  const server = spawn(command, args, { stdio: 'inherit' });
  const ended = new Promise((done) => server.once('exit', done));
  onTestFinished(async () => {
    server.kill();
    await ended;
  });
  const ask = (path: string): Promise<number> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'User-Agent': 'Claude-User/1.0 "x"' } }).then(({ status }) => status);
  await expect.poll(() => ask('/about.md').catch(() => 0), { timeout: 60_000 }).toBe(200);
  expect([await ask('/about.html'), await ask('/nothing')]).toEqual([200, 404]);
  await expect.poll(() => readFileSync(join(folder, 'access.log'), 'utf8').split('\n').length, { timeout: 60_000 }).toBe(4);
  const { stdout } = await runWarm(['report', 'access.log', '--as', 'json'], { cwd: folder });
  const { agents, pages, missed } = JSON.parse(stdout);
  expect(agents.map(({ agent }: { agent: string }) => agent)).toEqual(['Claude-User']);
  expect(pages).toEqual([{ path: '/about', html: 1, markdown: 1 }]);
  expect(missed).toEqual([{ path: '/nothing', requests: 1 }]);
});
