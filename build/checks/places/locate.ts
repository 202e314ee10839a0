import type { CheckInput, Defect, Finding } from '../finding.ts';
import { lineOf } from './source-line.ts';

export type Located = Omit<Finding, 'check' | 'severity'> & Pick<Defect, 'severity'>;

/** Pages of one defect whose sources are searched before it is taken to come from a layout. */
const sample = 20;
/** Searches in sources for the defects of one check: where so many are in none, the rest are named by their output. */
const searches = 2_000;
/** A defect on so many pages, and on more than half of all, is reported once. */
const many = 10;

/**
 * Defects with their place in the source, each once. Where a source does not hold what is wrong, the place is the
 * output file, and all pages with that defect are one finding: it comes from a layout, an include or a shortcode.
 */
export function locate(defects: readonly Defect[], input: Pick<CheckInput, 'pages' | 'sourceText'>): Located[] {
  const groups = new Map<string, Defect[]>();
  for (const defect of defects) {
    const key = `${defect.severity ?? ''}\0${defect.key ?? defect.message}`;
    const group = groups.get(key);
    if (group) group.push(defect);
    else groups.set(key, [defect]);
  }
  const budget = { left: searches };
  return [...groups.values()].flatMap((group) => locateGroup(group, input, budget));
}

function locateGroup(
  group: readonly Defect[],
  { pages, sourceText }: Pick<CheckInput, 'pages' | 'sourceText'>,
  budget: { left: number },
): Located[] {
  const places = new Map<string, { readonly place: Pick<Finding, 'file' | 'line'>; readonly defects: Defect[] }>();
  const put = (key: string, place: Pick<Finding, 'file' | 'line'>, defect: Defect): void => {
    const known = places.get(key);
    if (known) known.defects.push(defect);
    else places.set(key, { place, defects: [defect] });
  };
  let searched = 0;
  let found = 0;
  for (const defect of group) {
    const { on, tokens } = defect;
    if (tokens) {
      const line = budget.left > 0 && (searched < sample || found > 0) ? inSource(on.source, tokens, sourceText) : undefined;
      searched++;
      if (line !== undefined) found++;
      else budget.left--;
      if (line !== undefined) put(`${on.source}:${line}`, { file: on.source!, line }, defect);
      else put('', { file: on.file, ...(defect.line !== undefined && { line: defect.line }) }, defect);
    } else
      put(on.file, { file: on.source ?? on.file, ...(!on.source && defect.line !== undefined && { line: defect.line }) }, defect);
  }
  const all = [...places.values()];
  const first = all[0]!;
  if (all.length > many && all.length > pages.length / 2) return [toFinding(first.place, group)];
  return all.map(({ place, defects }) => toFinding(place, defects));
}

function inSource(
  source: string | undefined,
  tokens: readonly string[],
  sourceText: CheckInput['sourceText'],
): number | undefined {
  const text = source && sourceText(source);
  return text ? lineOf(text, tokens) : undefined;
}

function toFinding(place: Pick<Finding, 'file' | 'line'>, defects: readonly Defect[]): Located {
  const { message, fix, severity } = defects[0]!;
  const files = new Set(defects.map(({ on }) => on.file));
  const noun = [...files].every((file) => /\.html?$/.test(file)) ? 'page' : 'file';
  const others = files.size - 1;
  const also = others > 0 ? `, and ${noun === 'page' ? 'on' : 'in'} ${others} other ${noun}${others === 1 ? '' : 's'}` : '';
  return { ...place, message: message + also, fix, ...(severity && { severity }) };
}
