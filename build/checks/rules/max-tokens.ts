import { fileOfUrl } from '../../contract/permalinks.ts';
import { counted } from '../../contract/std/words.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { agentSkills } from '../../generators/agent-skills.ts';
import { tokensOf } from '../../generators/tokens.ts';
import type { Check } from '../check.ts';

/** Budgets set by the owner with `maxTokens`. */
export const maxTokens: Check = {
  severity: 'error',
  summary: 'llms.txt, the Markdown of a page or an Agent Skill takes more tokens than `maxTokens` allows.',
  *find({ site, publicPages, artifacts }) {
    const { llmsTxt, page: ofPage, skill } = site.settings.maxTokens;
    if (!llmsTxt && !ofPage && !skill) return;
    const pages = new Map(publicPages.map((page) => [fileOfUrl(page.twin), page]));
    const skills = new Set(skill ? agentSkills(site).map(({ path }) => path) : []);
    for (const artifact of artifacts) {
      const { path } = artifact;
      const page = pages.get(path);
      const [budget, fix] = page
        ? [ofPage, 'Shorten or split the page']
        : skills.has(path)
          ? [skill, 'Shorten the skill']
          : `/${path}` === surfaces.getLlmsTxt.path
            ? [llmsTxt, 'Shorten titles and descriptions, leave pages out with exclude']
            : [];
      const size = budget && (artifact.tokens ?? tokensOf(String(artifact.body)));
      if (!size || size <= budget) continue;
      yield {
        on: page ?? { file: path },
        message: `${path} takes ${counted(size, 'token')}, ${budget.toLocaleString('en')} are allowed`,
        fix: `${fix}, or raise maxTokens.`,
      };
    }
  },
};
