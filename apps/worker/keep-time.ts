import { type INestApplicationContext, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DeleteStaleFiles } from '#catalog';
import { DeleteExpiredSessions } from '#customer-portal';
import { AdvanceSubscriptions } from '#entitlements';
import { RunBackfills, MaintainEventPartitions, RankCustomerMeters } from '#metering';
import { Config } from '#platform/config';
import { PeriodicTask } from '#platform/messaging';

const EVERY_MS = 30_000;
/** Customer meters that change again and again are not ranked in between. */
const QUIET_MS = 10_000;
const HOUR_MS = 3_600_000;

/** Does what is due by the clock, at once and every so often, until it is disposed of. Several processes share the work. */
export function keepTime(app: INestApplicationContext, everyMs = EVERY_MS): AsyncDisposable {
  const log = new Logger('Worker');
  const bus = app.get(CommandBus);
  const { eventsRetentionDays } = app.get(Config);
  const duties: readonly [what: string, work: (stop: AbortSignal) => Promise<unknown>, everyMs?: number][] = [
    ['Advancing subscriptions', (stop) => bus.execute(new AdvanceSubscriptions(stop))],
    ['Forgetting sessions that are over', () => bus.execute(new DeleteExpiredSessions())],
    ['Clearing files', (stop) => bus.execute(new DeleteStaleFiles(stop))],
    ['Counting what meters have missed', (stop) => bus.execute(new RunBackfills(stop))],
    ['Ranking customer meters', (stop) => bus.execute(new RankCustomerMeters(QUIET_MS, stop)), QUIET_MS],
    ['Keeping events', (stop) => bus.execute(new MaintainEventPartitions(eventsRetentionDays, stop)), HOUR_MS],
  ];
  const turns = duties.map(
    ([what, work, interval = everyMs]) =>
      new PeriodicTask(
        async (stop) => void (await work(stop)),
        interval,
        (error) => log.error(`${what} failed and is tried again`, error),
      ),
  );
  for (const turn of turns) turn.trigger();
  return { [Symbol.asyncDispose]: async () => void (await Promise.all(turns.map((turn) => turn.stop()))) };
}
