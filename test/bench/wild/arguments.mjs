// The command line of the benches that read real sites: FOLDER [--pages N] [--only NAME] [--groups A;B]
import { corpusOf } from './corpus.mjs';

export const args = process.argv.slice(2);

export const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise);

export const listOption = (name) => option(name, '').split(';').filter(Boolean);

/** The sites in FOLDER that the options name. Ends the process without a folder. */
export function corpusOfArguments(pages) {
  const [folder] = args;
  if (!folder || folder.startsWith('--')) {
    console.log('skipped: needs the folder of the sites (see the first lines of this file)');
    process.exit();
  }
  return corpusOf(folder, { most: Number(option('--pages', pages)), only: option('--only', ''), groups: listOption('--groups') });
}
