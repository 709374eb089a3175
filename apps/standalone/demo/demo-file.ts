import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { DataFolder } from '../../process/index.ts';
import { DomainError } from '#kernel';
import type { Demo, DemoSeats, DemoSessions } from './demo.ts';
import { makeDemo } from './make-demo.ts';
import { renewTokens } from './make-tokens.ts';
import { makeSeats, renewInvitations } from './make-seats.ts';
import { ownerOf } from './make-owner.ts';
import { openSessions } from './open-sessions.ts';

const FINISHED = 'demo.json';
const REQUESTED = 'demo.wanted';

/** The file that describes the demo data, `demo.json`, and the marker that requests the data. */
export class DemoFile {
  constructor(private readonly folder: DataFolder) {}

  /** Requests the demo data on disk, so that the next start creates them if this one is interrupted. */
  request(): void {
    this.folder.write(REQUESTED, '');
  }

  /**
   * Creates the demo data if requested, and then returns true. Later starts keep them, but update `base_url`, renew access tokens
   * that expire, open new sessions and renew the invitations to seats.
   */
  async update(app: INestApplicationContext, baseUrl: string, stop: AbortSignal): Promise<boolean> {
    if (this.folder.has(REQUESTED)) {
      console.log('Creating demo data …');
      this.write({ base_url: baseUrl, ...(await makeDemo(app, stop)) });
      this.folder.delete(REQUESTED);
      return true;
    }
    const demo = this.read();
    if (!demo) return false;
    const [commands, queries] = [app.get(CommandBus), app.get(QueryBus)];
    const renewal = await renewTokens(app, demo);
    const tokens = { ...demo.tokens, ...renewal?.tokens, ...(await renewed(commands, demo)) };
    const owner = await ownerOf(commands, queries, { ...(renewal?.owner ?? demo.owner), ...demo.owner });
    this.write({ ...demo, base_url: baseUrl, ...renewal, owner, tokens, seats: await invited(commands, queries, demo) });
    return false;
  }

  /** Whether there are demo data, or they are to be created. */
  get exists(): boolean {
    return this.folder.has(FINISHED) || this.folder.has(REQUESTED);
  }

  get path(): string {
    return this.folder.file(FINISHED);
  }

  read(): Demo | undefined {
    const text = this.folder.read(FINISHED);
    return text === undefined ? undefined : (JSON.parse(text) as Demo);
  }

  private write(demo: Demo): void {
    this.folder.write(FINISHED, `${JSON.stringify(demo, null, 2)}\n`);
  }
}

/** Keeps the old invitations if the team was deleted in the meantime. */
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

/** A customer that was deleted in the meantime has no sessions. */
async function renewed(commands: CommandBus, demo: Demo): Promise<Partial<DemoSessions>> {
  try {
    return await openSessions(commands, demo);
  } catch (error) {
    if (error instanceof DomainError) return {};
    throw error;
  }
}
