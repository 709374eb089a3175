import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { DataFolder } from '#platform/data-folder';
import { DomainError } from '#kernel';
import type { Demo, DemoSeats, DemoSessions } from './demo.ts';
import { makeDemo } from './make-demo.ts';
import { makeSeats, renewInvitations } from './make-seats.ts';
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

  /**
   * Makes the demo where it is wanted. Made once, it stays; `base_url` follows the configuration, and at each start sessions begin
   * anew and invitations to seats are renewed.
   */
  async settle(app: INestApplicationContext, baseUrl: string, stop: AbortSignal): Promise<void> {
    if (this.folder.has(WANTED)) {
      this.write({ base_url: baseUrl, ...(await makeDemo(app.get(CommandBus), app.get(QueryBus), stop)) });
      this.folder.forget(WANTED);
      return;
    }
    const demo = this.read();
    if (!demo) return;
    const [commands, queries] = [app.get(CommandBus), app.get(QueryBus)];
    const tokens = { ...demo.tokens, ...(await renewed(commands, demo)) };
    this.write({ ...demo, base_url: baseUrl, tokens, seats: await invited(commands, queries, demo) });
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

/** A team that was deleted in the meantime is invited to nothing more. */
async function invited(commands: CommandBus, queries: QueryBus, demo: Demo): Promise<DemoSeats> {
  const { organization, products } = demo;
  const known = (demo as Partial<Demo>).seats;
  try {
    if (known) return await renewInvitations(commands, queries, organization.id, known);
    return await makeSeats(commands, queries, { organizationId: organization.id, productId: products.seat_based_id });
  } catch (error) {
    if (error instanceof DomainError && known) return known;
    throw error;
  }
}

/** A customer that was deleted in the meantime has no sessions, and the old ones are over. */
async function renewed(commands: CommandBus, demo: Demo): Promise<Partial<DemoSessions>> {
  try {
    return await openSessions(commands, demo);
  } catch (error) {
    if (error instanceof DomainError) return {};
    throw error;
  }
}
