import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { at, type ErrorLink, frameIn, type Reading, textIn } from './chain.ts';
import { exists, lineHolding, textOf } from './template-text.ts';

/** A script that cannot even be loaded: Node says where only when asked to check it. */
export function brokenImport(chain: readonly ErrorLink[]): Reading | undefined {
  const file = /problem importing '([^']+)'/.exec(textIn(chain))?.[1];
  const inner = chain.at(-1);
  if (!file || !inner || (inner instanceof SyntaxError === false && inner.code !== 'ERR_MODULE_NOT_FOUND')) return undefined;
  const missing = /Cannot find (?:package|module) '([^']+)' imported from (\S+)/.exec(inner.message);
  if (missing) {
    const importer = exists(missing[2]!) ? relative('.', missing[2]!) : file;
    const name = missing[1]!.startsWith('/') ? relative('.', missing[1]!) : missing[1]!;
    return at(
      importer,
      lineHolding(importer, name.split('/').at(-1)!),
      `cannot find "${name}"`,
      missing[1] === name ? `run npm install ${name}, or remove the import` : 'check the path of the import',
    );
  }
  return at(file, lineOfSyntaxError(file), inner.message.split('\n')[0]!);
}

/** Something that runs code of the project: data files, JavaScript templates, collections, the configuration. */
export function script(chain: readonly ErrorLink[]): Reading | undefined {
  const place = frameIn(chain);
  return place && at(place.file, place.line, chain.at(-1)!.message.split('\n')[0]!);
}

function lineOfSyntaxError(file: string): number | undefined {
  // By standard input: a file of unknown kind would pass, for Node would try the other kind only when it runs it.
  const kind = file.endsWith('.cjs') ? 'commonjs' : 'module';
  try {
    execFileSync(process.execPath, [`--input-type=${kind}`, '--check', '-'], { input: textOf(file), stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const line = /:(\d+)\r?\n/.exec(String((error as { stderr?: Buffer }).stderr))?.[1];
    return line ? Number(line) : undefined;
  }
}
