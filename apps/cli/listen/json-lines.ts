import { open } from 'node:fs/promises';
import type { FeedEvent } from './feed.ts';
import { synced } from './position-file.ts';
import type { Consumer, Outcome } from './receiver.ts';

/** Appends events to a file, a JSON object on each line. */
export class JsonLines implements Consumer {
  readonly name: string;

  constructor(private readonly path: string) {
    this.name = `the file ${path}`;
  }

  async send({ id, sequence, type, timestamp }: FeedEvent, payload: string): Promise<Outcome> {
    try {
      // A crash can leave a part of a line, which the next line must not continue.
      const start = (await this.endsLine()) ? '' : '\n';
      const line = `${JSON.stringify({ id, sequence, type, timestamp }).slice(0, -1)},"payload":${payload}}`;
      await synced(this.path, 'a', `${start}${line}\n`);
      return { succeeded: true, status: 'written' };
    } catch (error) {
      return { succeeded: false, status: (error as NodeJS.ErrnoException).code ?? String(error) };
    }
  }

  private async endsLine(): Promise<boolean> {
    const file = await open(this.path, 'a+');
    try {
      const { size } = await file.stat();
      if (size === 0) return true;
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
      return buffer.toString() === '\n';
    } finally {
      await file.close();
    }
  }
}
