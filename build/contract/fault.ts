/** A mistake that keeps a build from being finished, as the terminal and the preview show it. */
export interface Fault {
  /** Source file, relative to the project, and line (1-based), if they are known. */
  readonly file?: string;
  readonly line?: number;
  /** What is wrong, on one line. */
  readonly message: string;
  /** How to fix it. */
  readonly advice?: string;
  /** Lines around the fault, numbered. */
  readonly excerpt?: string;
}
