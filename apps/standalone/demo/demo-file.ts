import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { DataFolder } from '#platform/data-folder';
import type { Demo } from './demo.ts';
import { makeDemo } from './make-demo.ts';

const FINISHED = 'demo.json';
const WANTED = 'demo.wanted';

/** The demo data and the file that tells of it. */
export class DemoFile {
  constructor(private readonly folder: DataFolder) {}

  /** Remembers that the demo is to be made, so that a start which dies on the way is followed by one that makes it. */
  want(): void {
    this.folder.keep(WANTED, '');
  }

  /** Makes the demo where it is wanted. Made once, it stays; only `base_url` follows the configuration. */
  async settle(app: INestApplicationContext, baseUrl: string, stop: AbortSignal): Promise<void> {
    if (this.folder.has(WANTED)) {
      this.write({ base_url: baseUrl, ...(await makeDemo(app.get(CommandBus), app.get(QueryBus), stop)) });
      this.folder.forget(WANTED);
    }
    const demo = this.read();
    if (demo && demo.base_url !== baseUrl) this.write({ ...demo, base_url: baseUrl });
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
