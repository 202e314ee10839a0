/** One module of those that are joined: its compiled text, and the modules that its specifiers lead to. */
export interface ModuleText {
  readonly text: string;
  /** The key of the module that it imports by a name. */
  resolve(specifier: string): string;
}

/** An import or a re-export, on one line or several. */
const importing = /^(?:import|export)\s+([^;'"]*?)\s+from\s+(['"])([^'"]+)\2;?$/gm;
const exportedName = /^export (?:async )?(?:const|let|var|function\*?|class) (\w+)/gm;
const exportList = /^export \{([^}]*)\};?$/gm;

/**
 * Joins modules into one text that imports nothing: each becomes a function that is called once and returns what the module
 * exports, in the order in which they need each other. It reads what tsc writes: named imports and exports at the beginning
 * of a line.
 *
 * @param entry key of the module that is wanted
 * @param moduleOf a module by its key
 * @param name of the constant that holds what `entry` exports
 * @throws {Error} on a form of import or export that is not one of these, and on modules that import each other in a circle
 */
export function joinModules(entry: string, moduleOf: (key: string) => ModuleText, name: string): string {
  const names = new Map<string, string>();
  const begun = new Set<string>();
  const joined: string[] = [];
  visit(entry);
  return joined.join('');

  function visit(key: string): string {
    const known = names.get(key);
    if (known !== undefined) return known;
    if (begun.has(key)) throw new Error(`${key} imports itself at some remove`);
    begun.add(key);
    const { text, resolve } = moduleOf(key);
    const imports: string[] = [];
    const rest = text.replace(importing, (statement: string, what: string, _quote: string, specifier: string) => {
      if (!what.startsWith('{') || statement.startsWith('export')) throw new Error(`${key}: cannot join ${statement}`);
      imports.push(`const ${what.replaceAll(' as ', ': ')} = ${visit(resolve(specifier))};\n`);
      return '';
    });
    const exported = [
      ...[...rest.matchAll(exportedName)].map(([, each]) => each!),
      ...[...rest.matchAll(exportList)].flatMap(([, list]) => list!.split(',').map((each) => each.trim())),
    ].filter((each) => each !== '');
    const body = rest.replace(exportList, '').replace(/^export (?=(?:async )?(?:const|let|var|function|class)\b)/gm, '');
    if (/^(?:import|export)\b/m.test(body)) throw new Error(`${key}: cannot join ${/^(?:import|export)\b.*/m.exec(body)![0]}`);
    const own = key === entry ? name : `m${names.size}`;
    names.set(key, own);
    joined.push(
      `const ${own} = (() => {\n${imports.join('')}${withoutComments(body)}return { ${exported.join(', ')} };\n})();\n`,
    );
    return own;
  }
}

/** Comments that stand on lines of their own, which all of ours do. Readers find them in the source. */
const withoutComments = (text: string): string =>
  text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n/gm, '')
    .replace(/^[ \t]*\/\/.*\n?/gm, '')
    .replace(/^\s+/gm, '')
    .replace(/\n*$/, '\n');
