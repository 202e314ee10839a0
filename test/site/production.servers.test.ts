import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { serve } from '../proxy/fixtures/command.ts';
import { temporarySite } from '../proxy/fixtures/site.ts';
import { temporaryFolder, writeFiles } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { packageFolder } from '../support/package-folder.ts';
import { printedBlock } from '../support/printed.ts';
import { toolPath } from '../support/tools.ts';

const run = promisify(execFile);
const page = 'production';

/** A site folder with the package installed. */
function place(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const { dir, remove } = temporarySite();
  onTestFinished(remove);
  symlinkSync(dir, join(folder, 'dist'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(packageFolder, join(folder, 'node_modules/diptych'));
  symlinkSync('../diptych/lib/proxy/cli.js', join(folder, 'node_modules/.bin/diptych-proxy'));
  chmodSync(join(packageFolder, 'lib/proxy/cli.js'), 0o755);
  writeFiles(folder, files);
  return folder;
}

/** Waits until a proxy answers at a port. */
async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => undefined);
    if (found?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('nothing answers');
}

describe('printed files, validated by their tools', () => {
  it('the unit, by systemd-analyze', async () => {
    const folder = place();
    const unit = printedBlock(page, '[Unit]').replaceAll('/srv/site', folder);
    writeFiles(folder, { 'diptych.service': unit });
    const { stdout, stderr } = await run('systemd-analyze', ['verify', join(folder, 'diptych.service')]);
    expect([stdout, stderr.split('\n').filter((line) => line.includes('diptych.service'))]).toEqual(['', []]);
  });

  it('the unit with one proxy per core: each has its own ports', async () => {
    const folder = place();
    const line = printedBlock('growing', 'Environment=PORT').trim();
    const unit = printedBlock(page, '[Unit]')
      .replaceAll('/srv/site', folder)
      .replace(/^Environment=.*$/m, line);
    writeFiles(folder, { 'diptych@.service': unit });
    const names = ['diptych@1.service', 'diptych@2.service'].map((name) => join(folder, name));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', ...names]);
    expect([unit.split(line).length, stdout, stderr.split('\n').filter((text) => text.includes('diptych@'))]).toEqual([
      2,
      '',
      [],
    ]);
    const ports = ['1', '2'].map((at) => line.replaceAll('%i', at).match(/PORT=\d+/g));
    expect(ports).toEqual([
      ['PORT=8081', 'PORT=9461'],
      ['PORT=8082', 'PORT=9462'],
    ]);
    for (const port of ['8081', '8082', '9461', '9462']) expect(readFileSync('site/docs/growing.md', 'utf8')).toContain(port);
  });

  it('a unit with an unknown key fails', async () => {
    const folder = place();
    const unit = printedBlock(page, '[Unit]').replaceAll('/srv/site', folder).replace('MemoryMax=512M', 'MemoryMost=512M');
    writeFiles(folder, { 'diptych.service': unit });
    const { stderr } = await run('systemd-analyze', ['verify', join(folder, 'diptych.service')]).catch((error) => error);
    expect(stderr).toContain('MemoryMost');
  });

  it('the manifest of Kubernetes, by its schemas', async () => {
    const deployment = parse(printedBlock('growing', 'apiVersion: apps/v1'));
    const service = parse(printedBlock('growing', 'apiVersion: v1'));
    type Model = new (data: unknown) => { validate(): void };
    const { Deployment } = (await import(toolPath('kubernetes-models/apps/v1/Deployment.js'))) as { Deployment: Model };
    const { Service } = (await import(toolPath('kubernetes-models/v1/Service.js'))) as { Service: Model };
    expect(() => new Deployment(deployment).validate()).not.toThrow();
    expect(() => new Service(service).validate()).not.toThrow();
    const wrong = { ...deployment, spec: { ...deployment.spec, replicas: 'two' } };
    expect(() => new Deployment(wrong).validate()).toThrow('replicas');
    // The service selects the pods and their port.
    const { metadata, spec } = deployment.spec.template;
    expect(service.spec.selector).toEqual(metadata.labels);
    expect(spec.containers[0].ports[0].containerPort).toBe(service.spec.ports[0].targetPort);
  });
});

describe('all cores of a machine', () => {
  /** Requests a page repeatedly during an action. @returns the statuses */
  async function under<T>(port: number, work: () => Promise<T>): Promise<Record<string, number>> {
    const statuses: Record<string, number> = {};
    let isDone = false;
    const ask = async (): Promise<void> => {
      while (!isDone) {
        const status = await fetch(`http://127.0.0.1:${port}/`).then(
          (answer) => answer.arrayBuffer().then(() => `${answer.status}`),
          (error: Error) => `${error.cause ?? error}`,
        );
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    const asking = Promise.all([ask(), ask(), ask()]);
    await work();
    isDone = true;
    await asking;
    return statuses;
  }

  it('PM2 starts it in a cluster, and reloads it without a lost request', async () => {
    const port = await freePort();
    const folder = place({
      'ecosystem.config.cjs': printedBlock('growing', 'module.exports = {').replace("'8080'", `'${port}'`).replace("'max'", '2'),
    });
    const pm2 = (...args: string[]) =>
      run(process.execPath, [toolPath('pm2/bin/pm2'), ...args], {
        cwd: folder,
        env: { ...process.env, PM2_HOME: join(folder, '.pm2') },
      });
    onTestFinished(async () => void (await pm2('kill')));
    await pm2('start', 'ecosystem.config.cjs');
    await answers(port);
    expect(Object.keys(await under(port, () => pm2('reload', 'site')))).toEqual(['200']);
    const list = JSON.parse((await pm2('jlist')).stdout) as { pm2_env: { status: string; restart_time: number } }[];
    expect(list.map(({ pm2_env }) => pm2_env.status)).toEqual(['online', 'online']);
  }, 120_000);

  it('cluster.mjs: each core answers, a process that dies is replaced, and SIGTERM ends all', async () => {
    const port = await freePort();
    const folder = place({ 'cluster.mjs': printedBlock('growing', 'import cluster') });
    const child = spawn(process.execPath, ['cluster.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: `${port}`, HOST: '127.0.0.1' },
    });
    const ended = new Promise((done) => child.on('exit', done));
    await answers(port);
    const workers = (): string[] =>
      execFileSync('pgrep', ['-P', `${child.pid}`], { encoding: 'utf8' })
        .trim()
        .split('\n');
    const before = workers();
    process.kill(Number(before[0]), 'SIGKILL');
    await expect.poll(() => workers().filter((worker) => worker !== before[0]).length, { timeout: 20_000 }).toBe(before.length);
    await answers(port);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 60_000);
});

describe('the request log', () => {
  it('the documented table has exactly the fields of a line', async () => {
    const { dir, remove } = temporarySite({ files: { 'big.bin': Buffer.alloc(30_000_000) } });
    const proxy = await serve([dir, '--log-requests']);
    await fetch(`http://127.0.0.1:${proxy.port}/`);
    await run('bash', [
      '-c',
      `exec 3<>/dev/tcp/127.0.0.1/${proxy.port}; printf 'GET / HTTP/9\\r\\n\\r\\n' >&3; cat <&3 >/dev/null`,
    ]);
    await run('bash', ['-c', `curl -s http://127.0.0.1:${proxy.port}/big.bin | head -c 10 >/dev/null`]);
    proxy.child.kill('SIGTERM');
    await proxy.ended;
    remove();
    const lines = proxy
      .out()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const fields = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as object)));
    const table = readFileSync('site/docs/production.md', 'utf8').matchAll(/^\| `(\w+)` \| /gm);
    expect([...fields].sort()).toEqual([...table].map(([, name]) => name).sort());
  });
});
