import { isPageFile } from '../../contract/permalinks.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { counted } from '../../contract/std/words.ts';
import type { CheckInput, Defect, Finding } from '../finding.ts';
import { lineOf } from './source-line.ts';

export type Located = Omit<Finding, 'check' | 'severity'> & Pick<Defect, 'severity'>;

/** Pages with one defect that are searched before it is attributed to a layout. */
const sample = 20;
/** Unsuccessful searches for defects of one check; after that, defects are reported at their output. */
const searches = 2_000;
/** A defect on more pages than this, and on more than half of all pages, is reported once. */
const many = 10;

/** Most defects that are searched for in layouts and includes. */
const shared = 200;

/**
 * Finds the location of each defect in its source. A defect that is not in the source comes from a layout, an include or a
 * shortcode: all its pages become one finding, at a line of the layout or include, else at the source of the first page.
 */
export function locate(
  defects: readonly Defect[],
  {
    pages,
    sourceText,
    includes = () => [],
    isAdded = () => false,
  }: Pick<CheckInput, 'pages' | 'sourceText' | 'includes' | 'isAdded'>,
): Located[] {
  let left = searches;
  let leftShared = shared;
  const includeOf = (tokens: readonly string[]): Place | undefined => {
    if (leftShared-- <= 0) return undefined;
    for (const { file, text } of includes()) {
      const line = lineOf(text, tokens);
      if (line !== undefined) return { file, line };
    }
    return undefined;
  };
  return [...groupBy(defects, ({ severity = '', key, message }) => key ?? `${severity}\0${message}`).values()].flatMap(
    (group) => {
      let searched = 0;
      let found = 0;
      /** Location of the defect for all pages whose own source lacks it. */
      let common: Place | undefined;
      const located = group.map((defect) => {
        const { on, tokens } = defect;
        const output = { file: on.file, ...(defect.line !== undefined && { line: defect.line }) };
        if (!tokens) return { defect, key: on.source ?? on.file, place: on.source ? { file: on.source } : output };
        const text = left > 0 && (searched < sample || found > 0) && on.source && sourceText(on.source);
        const line = text ? lineOf(text, tokens) : undefined;
        searched++;
        if (line !== undefined) found++;
        else left--;
        if (line !== undefined) return { defect, key: `${on.source}:${line}`, place: { file: on.source!, line } };
        const isOfPage = defect.line === undefined || defect.line === 1;
        common ??= on.source ? ((isOfPage ? undefined : includeOf(tokens)) ?? { file: on.source, seen: output }) : output;
        return { defect, key: '', place: common };
      });
      const places = [...groupBy(located, ({ key }) => key).values()];
      const isEverywhere = places.length > many && places.length > pages.length / 2;
      return (isEverywhere ? [located] : places).map((same) =>
        toFinding(
          same[0]!.place,
          same.map(({ defect }) => defect),
          isAdded,
        ),
      );
    },
  );
}

/** The location of a defect, and its location in the output if no source has it. */
type Place = Pick<Finding, 'file' | 'line'> & { readonly seen?: Pick<Finding, 'file' | 'line'> };

function toFinding({ seen, ...place }: Place, defects: readonly Defect[], isAdded: (source: string) => boolean): Located {
  const { message, fix, severity, on } = defects[0]!;
  const files = new Set(defects.map(({ on }) => on.file));
  const others = files.size - 1;
  const where = [...files].every(isPageFile) ? 'on' : 'in';
  const also = others > 0 ? `, and ${where} ${counted(others, where === 'on' ? 'other page' : 'other file')}` : '';
  const output = seen && (seen.line ?? 1) > 1 ? ` (${seen.file}:${seen.line})` : '';
  // A plugin may add templates that are no files.
  const origin =
    place.file === on.source && isAdded(place.file)
      ? ' (this template is no file: code adds it, see "addTemplate" in the configuration and its plugins)'
      : '';
  return { ...place, message: message + output + also + origin, fix, ...(severity && { severity }) };
}
