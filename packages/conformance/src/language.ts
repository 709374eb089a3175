export type Feature = 'ca and proxy as options';

/** A client is told apart from others by its language and started by its command. */
export interface Language {
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  /** A file without which it cannot be started. */
  readonly needs?: string;
  readonly firstBlock?: FirstBlock;
  /** What the client or its driver does not do yet: the cases that ask for it are left out. */
  readonly lacks?: readonly Feature[];
  /**
   * Commands that it does not have, and fields of commands (`lease`, `activate manage`, `vector lease`), by the reason. A case that asks for
   * one of them is left out.
   */
  readonly without?: Readonly<Record<string, readonly string[]>>;
  /** The command of the sample application, which has the commands of that in TypeScript. */
  readonly sample?: string;
}

/** The first block of the README of a client, and what makes a program of it. Commands run in the folder that has the file. */
export interface FirstBlock {
  readonly readme: string;
  readonly file: string;
  readonly prepare?: string;
  readonly run: string;
}
