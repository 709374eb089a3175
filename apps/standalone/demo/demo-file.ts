import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { DataFolder } from '#platform/data-folder';
import { Refusal } from '#kernel';
import type { Demo, DemoSessions } from './demo.ts';
import { makeDemo } from './make-demo.ts';
import { openSessions } from './open-sessions.ts';

const FINISHED = 'demo.json';
const WANTED = 'demo.wanted';

/** The demo data and the file that tells of it. */
export class DemoFile {
  constructor(private readonly folder: DataFolder) {}

  /** Remembers that the demo is to be made, so that a start which dies on the way is followed by one that makes it. */
  want(): void {
    this.folder.keep(WANTED, '');
  }

  /** Makes the demo where it is wanted. Made once, it stays; `base_url` follows the configuration, and sessions begin anew. */
  async settle(app: INestApplicationContext, baseUrl: string, stop: AbortSignal): Promise<void> {
    if (this.folder.has(WANTED)) {
      this.write({ base_url: baseUrl, ...(await makeDemo(app.get(CommandBus), app.get(QueryBus), stop)) });
      this.folder.forget(WANTED);
      return;
    }
    const demo = this.read();
    if (demo)
      this.write({ ...demo, base_url: baseUrl, tokens: { ...demo.tokens, ...(await renewed(app.get(CommandBus), demo)) } });
  }

  get path(): string {
    return this.folder.file(FINISHED);
  }

  read(): Demo | undefined {
    const text = this.folder.read(FINISHED);
    return text === undefined ? undefined : (JSON.parse(text) as Demo);
  }

  private write(demo: Demo): void {
    this.folder.keep(FINISHED, `${JSON.stringify(demo, null, 2)}\n`);
  }
}

/** A customer that was deleted in the meantime has no sessions, and the old ones are over. */
async function renewed(commands: CommandBus, demo: Demo): Promise<Partial<DemoSessions>> {
  try {
    return await openSessions(commands, demo);
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}
