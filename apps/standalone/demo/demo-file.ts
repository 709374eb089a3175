import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { DataFolder } from '#platform/data-folder';
import type { Demo } from './demo.ts';
import { makeDemo } from './make-demo.ts';
import { makeSeats, renewInvitations } from './make-seats.ts';

const FINISHED = 'demo.json';
const WANTED = 'demo.wanted';

/** The demo data and the file that tells of it. */
export class DemoFile {
  constructor(private readonly folder: DataFolder) {}

  /** Remembers that the demo is to be made, so that a start which dies on the way is followed by one that makes it. */
  want(): void {
    this.folder.keep(WANTED, '');
  }

  /**
   * Makes the demo where it is wanted. Made once, it stays; `base_url` follows the configuration, and invitations to seats are
   * renewed at each start.
   */
  async settle(app: INestApplicationContext, baseUrl: string, stop: AbortSignal): Promise<void> {
    if (this.folder.has(WANTED)) {
      this.write({ base_url: baseUrl, ...(await makeDemo(app.get(CommandBus), app.get(QueryBus), stop)) });
      this.folder.forget(WANTED);
    }
    const demo = this.read();
    if (!demo) return;
    const { organization, products } = demo;
    const known = (demo as Partial<Demo>).seats;
    const [commands, queries] = [app.get(CommandBus), app.get(QueryBus)];
    const sale = { organizationId: organization.id, productId: products.seat_based_id };
    const seats = await renewInvitations(commands, queries, organization.id, known ?? (await makeSeats(commands, sale)));
    this.write({ ...demo, base_url: baseUrl, seats });
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
