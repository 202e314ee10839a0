import { execFileSync } from 'node:child_process';
import { toolPath } from '../support/tools.ts';

interface Message {
  readonly type: 'error' | 'info' | 'non-document-error';
  readonly url?: string;
  readonly lastLine?: number;
  readonly message: string;
}

/** Findings of the Nu HTML checker in the HTML files of a folder. */
export function checkHtml(folder: string): string[] {
  const report = execFileSync(
    'java',
    [
      '-jar',
      toolPath('vnu-jar/build/dist/vnu.jar'),
      '--skip-non-html',
      '--format',
      'json',
      '--stdout',
      '--exit-zero-always',
      folder,
    ],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const { messages } = JSON.parse(report) as { messages: Message[] };
  return messages.map(
    ({ type, url = '', lastLine, message }) =>
      `${url.slice(url.indexOf(folder) + folder.length + 1)}:${lastLine} ${type}: ${message}`,
  );
}
