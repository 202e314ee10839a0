import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import { frontMatterOf, yaml } from '../page/front-matter.ts';
import type { Skill } from '../page/site.ts';

/** The name of a skill and of its folder (agentskills.io). */
const named = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const file = 'SKILL.md';

/**
 * Reads the Agent Skills of a folder: `NAME/SKILL.md` each.
 *
 * @throws {UserError} a line for each invalid one: its name, its description, or additional files
 */
export function readSkills(folder: string): Skill[] {
  const faults: string[] = [];
  const skills = foldersIn(folder).map((name): Skill => {
    const path = join(folder, name, file);
    const extra = readdirSync(join(folder, name)).filter((entry) => entry !== file);
    if (!named.test(name)) faults.push(`${path}: the folder of a skill has lower-case letters, digits and hyphens; rename it`);
    if (extra.length > 0) faults.push(`${join(folder, name, extra[0]!)}: a skill is published as ${file} alone; move it there`);
    const text = readFileSync(path, 'utf8');
    const front = (yaml().parseDocument(frontMatterOf(text)).toJS() ?? {}) as Record<string, unknown>;
    if (front.name !== name) faults.push(`${path}:1: front matter "name" is ${JSON.stringify(front.name)}; write name: ${name}`);
    const { description } = front;
    if (typeof description !== 'string' || description === '' || description.length > 1024)
      faults.push(`${path}:1: write a description of 1 to 1,024 characters: what the skill does, and when to use it`);
    return { name, description: String(description), text };
  });
  if (faults.length > 0) throw new UserError(faults);
  return skills;
}

export const hasSkills = (folder: string): boolean => foldersIn(folder).length > 0;

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => existsSync(join(folder, name, file)))
        .sort()
    : [];
