import { isPageFile } from '../../contract/permalinks.ts';
import { groupBy } from '../../contract/std/collections.ts';
import { counted } from '../../contract/std/words.ts';
import type { CheckInput, Defect, Finding } from '../finding.ts';
import { lineOf } from './source-line.ts';

/** A defect with its place, as one finding of a check. */
export type Located = Omit<Finding, 'check' | 'severity'> & Pick<Defect, 'severity'>;

/** Pages with one defect whose sources are searched before the defect is taken to come from a layout. */
const sample = 20;
/** Unsuccessful searches for the defects of one check; after that, defects are named by their output. */
const searches = 2_000;
/** A defect on more pages than this, and on more than half of all pages, is reported once. */
const many = 10;

/**
 * Finds the place of each defect in its source. A defect that is not in the source comes from a layout, an include or
 * a shortcode: its place is the output file, and all pages that have it become one finding.
 */
export function locate(defects: readonly Defect[], { pages, sourceText }: Pick<CheckInput, 'pages' | 'sourceText'>): Located[] {
  let left = searches;
  return [...groupBy(defects, ({ severity = '', key, message }) => `${severity}\0${key ?? message}`).values()].flatMap(
    (group) => {
      let searched = 0;
      let found = 0;
      const located = group.map((defect) => {
        const { on, tokens } = defect;
        const output = { file: on.file, ...(defect.line !== undefined && { line: defect.line }) };
        if (!tokens) return { defect, key: on.file, place: on.source ? { file: on.source } : output };
        const text = left > 0 && (searched < sample || found > 0) && on.source && sourceText(on.source);
        const line = text ? lineOf(text, tokens) : undefined;
        searched++;
        if (line !== undefined) found++;
        else left--;
        return line === undefined
          ? { defect, key: '', place: output }
          : { defect, key: `${on.source}:${line}`, place: { file: on.source!, line } };
      });
      const places = [...groupBy(located, ({ key }) => key).values()];
      const isEverywhere = places.length > many && places.length > pages.length / 2;
      return (isEverywhere ? [located] : places).map((same) =>
        toFinding(
          same[0]!.place,
          same.map(({ defect }) => defect),
        ),
      );
    },
  );
}

function toFinding(place: Pick<Finding, 'file' | 'line'>, defects: readonly Defect[]): Located {
  const { message, fix, severity } = defects[0]!;
  const files = new Set(defects.map(({ on }) => on.file));
  const others = files.size - 1;
  const where = [...files].every(isPageFile) ? 'on' : 'in';
  const also = others > 0 ? `, and ${where} ${counted(others, where === 'on' ? 'other page' : 'other file')}` : '';
  return { ...place, message: message + also, fix, ...(severity && { severity }) };
}
