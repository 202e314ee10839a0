import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeTree } from './artifact.ts';
import type { PreviewListening, PreviewMessage } from './contract/preview.ts';
import { watchProject } from './dev-project.ts';
import { createDevReport } from './dev-report.ts';
import type { BuilderMessage } from './preview-builder.ts';
import type { Terminal } from './progress.ts';

export interface DevOptions {
  /** Arguments for `diptych-proxy`: where to listen. */
  readonly server: readonly string[];
  /** Arguments for the process that builds. */
  readonly builder: readonly string[];
  /** Site URL in absolute links; that of the preview itself without it. */
  readonly url?: string | undefined;
  readonly terminal: Terminal;
  readonly color: boolean;
}

/** A preview that runs. */
export interface Dev {
  /** Settles with the exit code when both processes are gone. */
  readonly ended: Promise<number>;
  stop(): void;
}

/** Folders of previews, by the number of the process that started them. */
const folders = '.diptych/preview';
/** Milliseconds that a process has to end by itself. */
const patience = 3_000;

/**
 * A preview: one process serves, with all that the proxy promises, and one builds. What ends the second (a broken
 * configuration, a crash) does not touch the first: it is started again when a file changes. A changed configuration
 * is a new process, too, so that everything that it imports is read anew.
 */
export function startDev({ server, builder, url, terminal, color }: DevOptions): Dev {
  const folder = join(folders, String(process.pid));
  const report = createDevReport(terminal, color);
  let building: ChildProcess | undefined;
  let waiting: { close(): void } | undefined;
  let ending = false;
  let exitCode = 0;
  let settle: (code: number) => void;
  const ended = new Promise<number>((resolve) => {
    settle = resolve;
  });

  void removeAbandoned();
  const drain = ['--log-level', 'error', '--drain-timeout', '500'];
  const serving = fork(commandOf('diptych-proxy'), [folder, '--preview', ...drain, ...server], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let address = '';
  serving.once('message', (message: PreviewListening) => {
    address = message.url;
    report.serving(address);
    build();
  });
  serving.once('exit', (code) => {
    // It has said why.
    if (!ending) exitCode = code || 1;
    stop();
  });

  function build(): void {
    waiting?.close();
    const child = fork(commandOf('diptych'), ['preview-builder', folder, '--url', url ?? address, ...builder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    building = child;
    let reason: 'outdated' | 'stopped' | undefined;
    child.on('message', (message: BuilderMessage) => {
      if (message.kind === 'published') {
        tell(message.message);
        report.published(message);
      } else if (message.kind === 'followed') tell(message.message);
      else if (message.kind === 'checked') report.checked(message.findings);
      else if (message.kind === 'watching') report.watching();
      else {
        reason = message.kind;
        if (message.kind === 'outdated') report.outdated(message.file);
        child.kill();
      }
    });
    child.once('exit', (code, signal) => {
      building = undefined;
      if (ending) return finish();
      if (signal === 'SIGINT') return stop();
      if (reason === 'outdated') return build();
      if (reason === undefined) fail(`The build process ended (${signal ?? `exit code ${code}`}); what it said stands above.`);
      waiting = watchProject(build);
    });
  }

  function fail(message: string): void {
    const faults = [{ message, advice: 'save a file to start it again' }];
    tell({ kind: 'failed', faults });
    report.failed(faults);
  }

  function tell(message: PreviewMessage): void {
    if (serving.connected) serving.send(message);
  }

  function stop(): void {
    if (ending) return;
    ending = true;
    waiting?.close();
    for (const child of [building, serving]) {
      child?.kill();
      setTimeout(() => child?.kill('SIGKILL'), patience).unref();
    }
    serving.once('exit', finish);
    finish();
  }

  function finish(): void {
    if (building || (serving.exitCode === null && serving.signalCode === null)) return;
    void removeTree(folder).then(() => settle(exitCode));
  }

  return { ended, stop };
}

/** The script of a command of this package. */
function commandOf(name: 'diptych' | 'diptych-proxy'): string {
  const root = new URL('../../', import.meta.url);
  const { bin } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { bin: Record<string, string> };
  return fileURLToPath(new URL(bin[name]!, root));
}

/** Folders of previews that were killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of foldersIn(folders)) {
    try {
      process.kill(Number(name), 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') await removeTree(join(folders, name));
    }
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
