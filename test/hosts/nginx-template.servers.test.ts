import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type FieldRole, roleFields } from '../../build/contract/role-fields.ts';
import { hosts } from '../../build/hosts/index.ts';
import { readTemplate } from '../../build/hosts/template.ts';
import { writeSite } from '../proxy/fixtures/site.ts';
import { readHostedSite } from './hosted.ts';

/* The configuration as it lies in the package, and that it has every field of the table. */

const work = mkdtempSync(join(tmpdir(), 'diptych-template-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
mkdirSync(join(work, 'logs'));

const check = (text: string): string => {
  const file = join(work, 'site.conf');
  writeFileSync(file, text);
  execFileSync('nginx', ['-t', '-q', '-c', file, '-p', work, '-e', join(work, 'error.log'), '-g', `pid ${work}/pid;`]);
  return text;
};

describe('site.conf of nginx', () => {
  it('is valid as it stands: without its lines, and with plain texts', () => {
    const texts: Readonly<Record<string, string>> = {
      SLASH: '',
      HTML: '',
      PORT: '8123',
      MAP_BUCKET: '128',
      NAME_BUCKET: '64',
      BASE: '',
      ROOT: '/srv/site',
    };
    check(readTemplate('nginx/site.conf').replace(/@@(\w+)@@/g, (_, name: string) => texts[name] ?? 'x'));
  });

  it.each(Object.keys(roleFields) as FieldRole[])('has a new field of the role %s', (role) => {
    const dist = join(work, role);
    writeSite(dist);
    const fields = roleFields[role] as Record<string, () => string>;
    fields['X-Probe'] = () => `of ${role}`;
    try {
      const text = hosts.nginx.serverFile!(readHostedSite(dist), { root: dist, port: 8123 });
      expect(check(text)).toMatch(new RegExp(`"${role}" "of ${role}";|add_header X-Probe "of ${role}" always;`));
    } finally {
      delete fields['X-Probe'];
    }
  });
});
