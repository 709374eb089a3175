import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { hasOpenEvents } from '#engine/outbox';
import { deleteOrganizationData } from '#engine/persistence';
import { FindDeletedSandboxes, ForgetSandbox } from '#organizations';
import { contexts } from '../contexts.ts';

const MINUTE_MS = 60_000;
const PASS_EVERY_MS = 30 * MINUTE_MS;
/** Longer than any request that began before the sandbox was deleted. */
const FORGET_AFTER_MS = 60 * MINUTE_MS;

const DATA = contexts.flatMap(({ ofOrganization }) => ofOrganization ?? []);

/**
 * Deletes the data of deleted sandboxes: at once, and again for what was being written then. The sandbox itself goes when nothing is left. An
 * interrupted pass is made again.
 */
export class DeletedSandboxes {
  private readonly passes = new Map<string, number>();
  private readonly em: EntityManager;
  private readonly commands: CommandBus;
  private readonly queries: QueryBus;
  private readonly clock: WallClock;

  constructor(app: INestApplicationContext) {
    this.em = app.get(EntityManager);
    this.commands = app.get(CommandBus);
    this.queries = app.get(QueryBus);
    this.clock = app.get(WallClock);
  }

  async deleteData(stop: AbortSignal): Promise<void> {
    for (const { id, deletedAt } of await this.queries.execute(new FindDeletedSandboxes())) {
      const now = this.clock.now().getTime();
      if (now - (this.passes.get(id) ?? -Infinity) < PASS_EVERY_MS) continue;
      const isEmpty = await deleteOrganizationData(this.em, id, DATA, stop);
      if (stop.aborted) return;
      this.passes.set(id, now);
      if (!isEmpty || now - deletedAt.getTime() < FORGET_AFTER_MS || (await hasOpenEvents(this.em.fork(), id))) continue;
      await this.commands.execute(new ForgetSandbox(id));
      this.passes.delete(id);
    }
  }
}
