import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { History, Kind, Operation, Operations, Outcome } from './operations.ts';

/** Writes a history into a file, one operation a line. */
export class Recorder implements Disposable {
  /** How many operations were recorded. */
  recorded = 0;
  private readonly file: number;

  constructor(readonly path: string) {
    this.file = openSync(path, 'w');
  }

  /** Records what happens between the call and the outcome. */
  async run<K extends Kind>(
    { kind, subject, client, input }: Pick<Operation<K>, 'kind' | 'subject' | 'client' | 'input'>,
    attempt: () => Promise<Outcome<Operations[K]['answer']>>,
  ): Promise<Outcome<Operations[K]['answer']>> {
    const from = performance.now();
    const outcome = await attempt();
    const until = performance.now();
    writeSync(this.file, `${JSON.stringify({ kind, subject, client, input, from, until, ...outcome })}\n`);
    this.recorded += 1;
    return outcome;
  }

  [Symbol.dispose](): void {
    closeSync(this.file);
  }
}

export const readHistory = (path: string): History =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Operation);
