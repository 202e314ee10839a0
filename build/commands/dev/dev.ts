import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PreviewAnswer, PreviewMessage } from '../../contract/preview-messages.ts';
import { removeTree } from '../../files.ts';
import type { Terminal } from '../progress.ts';
import type { BuilderMessage } from './builder.ts';
import { type ProjectWatch, watchProject } from './project-watch.ts';
import { createDevReport } from './report.ts';

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
  let project: ProjectWatch | undefined;
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
  let unheard = 0;
  let watching = false;
  serving.on('message', (message: PreviewAnswer) => {
    if (message.kind === 'heard') {
      unheard--;
      return announce();
    }
    address = message.url;
    report.serving(address);
    build();
  });
  serving.once('exit', (code) => {
    // It has said why.
    if (!ending) exitCode = code || 1;
    stop();
  });

  function build(isRetry = false): void {
    // Until the process watches for itself, nobody else sees a change.
    project?.close();
    project = watchProject();
    const child = fork(commandOf('diptych'), ['preview-builder', folder, '--url', url ?? address, ...builder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    building = child;
    let reason: 'outdated' | 'stopped' | undefined;
    let watched = false;
    child.on('message', (message: BuilderMessage) => {
      if (message.kind === 'published') {
        tell(message.message);
        report.published(message);
      } else if (message.kind === 'followed') tell(message.message);
      else if (message.kind === 'checked') report.checked(message.findings);
      else if (message.kind === 'watching') {
        watched = watching = true;
        project?.close();
        announce();
      } else {
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
      if (watched) project = watchProject();
      // Saved after it was read: once at once, for a build that fails may write files, too.
      if (project?.changed && !isRetry) build(true);
      else project?.onChange(() => build());
    });
  }

  function fail(message: string): void {
    const faults = [{ message, advice: 'save a file to start it again' }];
    tell({ kind: 'failed', faults });
    report.failed(faults);
  }

  function tell(message: PreviewMessage): void {
    if (!serving.connected) return;
    unheard++;
    serving.send(message);
  }

  /** Whoever reads it may save, and ask: changes are noticed, and what was built is served. */
  function announce(): void {
    if (watching && unheard === 0) report.watching();
  }

  function stop(): void {
    if (ending) return;
    ending = true;
    project?.close();
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
  const root = new URL('../../../../', import.meta.url);
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
