import { createHash } from 'node:crypto';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site, type Skill } from '../page/site.ts';
import { jsonArtifact, surfaceArtifact } from './surface-artifact.ts';

const urlOf = ({ name }: Skill): string => surfaces.getAgentSkill.path.replace('{skill}', name);

/** `/.well-known/agent-skills/index.json` (Agent Skills Discovery 0.2.0): each skill with the digest of its file. */
export const agentSkillsIndex = (site: Site): Artifact[] => [
  jsonArtifact('getAgentSkills', {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: site.skills.map((skill) => ({
      name: skill.name,
      type: 'skill-md',
      description: skill.description,
      url: absoluteUrl(site, urlOf(skill)),
      digest: `sha256:${createHash('sha256').update(skill.text).digest('hex')}`,
    })),
  }),
];

/** The skills, unchanged. */
export const agentSkills = (site: Site): Artifact[] =>
  site.skills.map((skill) => surfaceArtifact('getAgentSkill', skill.text, urlOf(skill)));
