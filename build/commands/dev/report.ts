import { styleText } from 'node:util';
import type { Finding } from '../../checks/finding.ts';
import { toText } from '../../checks/report.ts';
import type { PreviewFault } from '../../contract/preview-messages.ts';
import type { Terminal } from '../progress.ts';
import type { BuilderMessage } from './builder.ts';

type Published = Extract<BuilderMessage, { kind: 'published' }>;

/** What a preview says on the terminal. */
export interface DevReport {
  serving(url: string): void;
  published(message: Published): void;
  failed(faults: readonly PreviewFault[]): void;
  checked(findings: readonly Finding[]): void;
  watching(): void;
  outdated(file: string): void;
}

/** Findings of one check that are shown after a change. */
const limit = 20;

export function createDevReport(terminal: Terminal, color: boolean): DevReport {
  let address = '';
  let built = false;
  let announced = false;
  let broken = false;
  let found = '';
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(format, text, { validateStream: false }) : text;
  const say = (text: string): void => void terminal.write(`${text}\n`);

  const failed = (faults: readonly PreviewFault[]): void => {
    broken = true;
    say(faults.map((fault) => `\n${faultText(fault, paint)}`).join('\n'));
    say(paint('dim', built ? 'The preview shows the last build that worked.\n' : 'The preview waits for a change.\n'));
  };

  return {
    serving(url) {
      address = url;
      say(`Building; the preview will be at ${paint('bold', url)}`);
    },
    published({ message, build, pages, unread }) {
      if (message.kind === 'failed') return failed(message.faults);
      const what = build.files.length > 0 ? build.files.join(', ') : `${pages} page${pages === 1 ? '' : 's'}`;
      const changes = Object.keys(message.changed).length + message.removed.length;
      const files = built ? `, ${changes} file${changes === 1 ? '' : 's'} changed` : '';
      say(`${broken ? 'Mended. ' : ''}${what}: built in ${seconds(build.took)}${files}`);
      for (const line of unread) say(`${paint('yellow', 'warning')}  ${line}`);
      built = true;
      broken = false;
    },
    failed,
    checked(findings) {
      const text = findings.length > 0 ? toText(findings, { color, limit }).trimEnd() : 'No defects.';
      if (text !== found && (found || findings.length > 0)) say(text);
      found = text;
    },
    watching() {
      if (!announced) say(`${built ? 'Preview' : 'Waiting for a change'}: ${paint('bold', address)} (end it with Ctrl-C)`);
      announced = true;
    },
    outdated: (file) => say(`${file} has changed: starting the build anew`),
  };
}

function faultText(
  { file, line, message, advice, excerpt }: PreviewFault,
  paint: (format: Parameters<typeof styleText>[0], text: string) => string,
): string {
  const place = file ? `${paint('bold', line ? `${file}:${line}` : file)}  ` : '';
  return [
    `${paint('red', 'error')}  ${place}${message}`,
    ...(excerpt ? [excerpt.replace(/^/gm, '  ')] : []),
    ...(advice ? [`  ${paint('dim', `Fix: ${advice}`)}`] : []),
  ].join('\n');
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
