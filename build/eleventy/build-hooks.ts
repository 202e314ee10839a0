import type { Finding } from '../checks/finding.ts';
import type { EmitInput } from '../publish/emit.ts';
import type { Summary } from '../publish/summary.ts';

/**
 * What a command tells the plugin, and hears from it. The plugin asks for it with the event {@link sessionEvent}
 * before each build; where nobody answers (plain `npx @11ty/eleventy`), the defaults hold.
 */
export interface Session {
  /** Overrides the site URL of the settings (SITE_URL). */
  url?: string;
  /** Folder for conversions between builds; none without it. */
  cacheFolder?: string;
  /** Write .br and .gz files; the settings' choice without it. */
  compress?: boolean;
  /** Measure parity; the settings' choice without it. */
  parity?: boolean;
  /** Folder of the build that the new one will replace, where that is not the output folder itself. */
  previous?: string;
  /** Takes the place of `emit`: in a preview, which writes and publishes in its own way. */
  emit?: (input: EmitInput) => Promise<Summary | undefined>;
  /** Called with the text of each template before it is rendered. */
  source?: (path: string, text: string) => void;
  /** Called while pages are rendered, with how many are. */
  rendered?: (done: number) => void;
  /** Called while pages are read. */
  progress?: (done: number, all: number) => void;
  /** Called with what the checks found, before the build fails on errors. */
  report?: (findings: readonly Finding[]) => void;
  /** Called with what is unusual about the output folder, in one line. */
  note?: (line: string) => void;
  /** Called when everything is written. */
  done?: (summary: Summary) => void;
}

export const sessionEvent = 'diptych.session';
