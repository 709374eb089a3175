import { type INestApplicationContext, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DeleteStaleFiles } from '#catalog';
import { DeleteOldProviderEvents } from '#connectors';
import { DeleteExpiredSessions, PublishCustomerStates } from '#customer-portal';
import { AdvanceSubscriptions, SettleDueSeats } from '#entitlements';
import { DeleteOldActivations, EndSilentActivations } from '#licensing';
import { RunBackfills, MaintainEventPartitions, RankCustomerMeters } from '#metering';
import { Config } from '#platform/config';
import { Idempotency } from '#platform/idempotency';
import { PeriodicTask } from '#platform/messaging';
import { asBulkWork } from '#platform/outbox';
import { DeleteOldWebhookEvents } from '#webhooks';

const INTERVAL_MS = 30_000;
/** A customer meter is ranked once it has not changed for this long. */
const RANKING_DELAY_MS = 10_000;
/** The time within which changes of the state of a customer are published together. */
const STATE_CHANGES_MS = 500;
const HOUR_MS = 3_600_000;

interface Job {
  readonly name: string;
  readonly run: (stop: AbortSignal) => Promise<unknown>;
  readonly intervalMs?: number;
}

/** Runs the periodic jobs, at once and then at their intervals, until disposed of. Several processes share the work. */
export function startScheduler(app: INestApplicationContext, intervalMs = INTERVAL_MS): AsyncDisposable {
  const log = new Logger('Scheduler');
  const bus = app.get(CommandBus);
  const idempotency = app.get(Idempotency);
  const { eventsRetentionDays, licenseHistoryDays, webhookRetentionDays } = app.get(Config);
  const jobs: readonly Job[] = [
    { name: 'Advancing subscriptions', run: (stop) => bus.execute(new AdvanceSubscriptions(stop)) },
    { name: 'Settling scheduled seats', run: (stop) => bus.execute(new SettleDueSeats(stop)) },
    { name: 'Ending silent activations', run: (stop) => bus.execute(new EndSilentActivations(stop)) },
    { name: 'Deleting expired sessions', run: () => bus.execute(new DeleteExpiredSessions()) },
    {
      name: 'Publishing changes of customer states',
      run: (stop) => bus.execute(new PublishCustomerStates(stop)),
      intervalMs: STATE_CHANGES_MS,
    },
    { name: 'Deleting expired idempotency keys', run: (stop) => idempotency.deleteExpired(stop) },
    { name: 'Deleting stale files', run: (stop) => bus.execute(new DeleteStaleFiles(stop)) },
    { name: 'Backfilling meters', run: (stop) => bus.execute(new RunBackfills(stop)) },
    {
      name: 'Ranking customer meters',
      run: (stop) => bus.execute(new RankCustomerMeters(RANKING_DELAY_MS, stop)),
      intervalMs: RANKING_DELAY_MS,
    },
    {
      name: 'Maintaining event partitions',
      run: (stop) => bus.execute(new MaintainEventPartitions(eventsRetentionDays, stop)),
      intervalMs: HOUR_MS,
    },
    {
      name: 'Deleting old activations',
      run: (stop) => bus.execute(new DeleteOldActivations(licenseHistoryDays, stop)),
      intervalMs: HOUR_MS,
    },
    {
      name: 'Deleting old events of payment providers',
      run: (stop) => bus.execute(new DeleteOldProviderEvents(webhookRetentionDays.events, stop)),
      intervalMs: HOUR_MS,
    },
    {
      name: 'Deleting old webhook events',
      run: (stop) => bus.execute(new DeleteOldWebhookEvents(webhookRetentionDays, stop)),
      intervalMs: HOUR_MS,
    },
  ];
  const tasks = jobs.map(
    (job) =>
      new PeriodicTask(
        async (stop) => void (await asBulkWork(true, () => job.run(stop))),
        job.intervalMs ?? intervalMs,
        (error) => log.error(`${job.name} failed and will be retried`, error),
      ),
  );
  for (const task of tasks) task.trigger();
  return { [Symbol.asyncDispose]: async () => void (await Promise.all(tasks.map((task) => task.stop()))) };
}
