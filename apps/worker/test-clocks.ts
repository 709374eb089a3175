import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { EntityManager } from '@mikro-orm/postgresql';
import { type AdvancingClock, FindAdvancingClocks, SettleTestClock } from '#organizations';
import { OrganizationClocks } from '#platform/clocks';
import { hasEventsAfter, hasOpenEvents, lastEventId } from '#engine/outbox';
import { dueWork } from './due-work.ts';
import { runJob } from './run-job.ts';

/** Does what is due by the test clocks of a sandbox. */
export class TestClockWork {
  private readonly clocks: OrganizationClocks;
  private readonly commands: CommandBus;
  private readonly queries: QueryBus;
  private readonly em: EntityManager;

  constructor(app: INestApplicationContext) {
    this.clocks = app.get(OrganizationClocks);
    this.commands = app.get(CommandBus);
    this.queries = app.get(QueryBus);
    this.em = app.get(EntityManager);
  }

  /** Does what is due for the organizations whose clocks were moved. */
  async doDue(stop: AbortSignal): Promise<void> {
    await this.clocks.refresh();
    for (const organizationId of this.clocks.moved) {
      if (stop.aborted) return;
      await this.doDueOf(organizationId, stop);
    }
  }

  /** Settles the clocks that were just moved, which are ready when nothing is left to do. */
  async settle(stop: AbortSignal): Promise<void> {
    const advancing = await this.queries.execute(new FindAdvancingClocks());
    if (advancing.length > 0) await this.clocks.refresh();
    for (const clock of advancing) {
      if (stop.aborted) return;
      if (await this.isDone(clock, stop)) await this.commands.execute(new SettleTestClock(clock));
    }
  }

  /** Nothing was left of what fell due before, and nothing else was due. */
  private async isDone({ organizationId }: AdvancingClock, stop: AbortSignal): Promise<boolean> {
    const em = this.em.fork();
    const isQuiet = !(await hasOpenEvents(em, organizationId));
    const before = await lastEventId(em);
    await this.doDueOf(organizationId, stop);
    return isQuiet && !stop.aborted && !(await hasEventsAfter(em, organizationId, before));
  }

  private async doDueOf(organizationId: string, stop: AbortSignal): Promise<void> {
    for (const { name, run } of dueWork(this.commands)) {
      await runJob(name, () => run(stop, organizationId), organizationId);
    }
  }
}
