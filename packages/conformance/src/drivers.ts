import { Driver } from './driver.ts';

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

/** Drivers that are running and have nothing to do. Starting one takes longer than most situations. */
export class Drivers {
  private readonly idle: Driver[] = [];
  private readonly all: Driver[] = [];

  constructor(readonly language: Language) {}

  take(): Driver {
    const known = this.idle.pop();
    if (known) return known;
    const driver = Driver.start(this.language);
    this.all.push(driver);
    return driver;
  }

  giveBack(driver: Driver): void {
    if (driver.isRunning) this.idle.push(driver);
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((driver) => driver.end()));
  }
}
