import type { Rule } from './chain.ts';
import {
  badDate,
  badJson,
  badTags,
  badYaml,
  frontMatterLanguage,
  missingLayout,
  named,
  noExtension,
  outputInTheWay,
  sameOutput,
} from './eleventy-errors.ts';
import { liquid, nunjucks, webc } from './engine-errors.ts';
import { brokenImport, script } from './script-errors.ts';

/** The first one that knows the error is asked; from what says most to what says least. */
export const rules: readonly Rule[] = [
  sameOutput,
  outputInTheWay,
  noExtension,
  missingLayout,
  badDate,
  badTags,
  badYaml,
  frontMatterLanguage,
  badJson,
  liquid,
  nunjucks,
  webc,
  brokenImport,
  script,
  named,
];
