import { EntityManager } from '@mikro-orm/postgresql';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DeleteOldAuditEntries, LinkAuditEntries } from '#audit';
import { DeleteStaleFiles } from '#catalog';
import { DeleteOldProviderEvents, ListLongWaiting, ReportUndelivered } from '#connectors';
import { RollUpPurchases } from '#entitlements';
import { DeleteExpiredOpenIdState } from '#oauth';
import { DeleteExpiredSessions, PublishCustomerStates } from '#customer-portal';
import { CheckEmailDomains, DeleteExpiredSignIns } from '#identity';
import {
  CompleteKeyForms,
  DeleteExpiredDeviceSignIns,
  DeleteOldActivations,
  DeleteOldKeyUses,
  DropExpiredReservations,
} from '#licensing';
import { CountEvents, HandOverEvents, MaintainEventPartitions, RankCustomerMeters, RunBackfills } from '#metering';
import { reportFailure } from '#engine/checks';
import { OrganizationClocks } from '#platform/clocks';
import { Config } from '#platform/config';
import { Idempotency } from '#engine/idempotency';
import { PeriodicTask } from '#platform/messaging/composition';
import { jobFinished } from '#engine/metrics';
import { asBulkWork } from '#engine/outbox';
import { addUpRows } from '#engine/persistence';
import { DeleteOldWebhookEvents } from '#webhooks';
import { DeletedSandboxes } from './deleted-sandboxes.ts';
import { dueWork } from './due-work.ts';
import { runJob } from './run-job.ts';
import { TestClockWork } from './test-clocks.ts';

const INTERVAL_MS = 30_000;
/** A customer meter is ranked once it has not changed for this long. */
const RANKING_DELAY_MS = 10_000;
/** Metrics have what was not rolled up yet: more of it makes them slower. */
const ROLLUP_MS = 10_000;
/** The time within which changes of the state of a customer are published together. */
const STATE_CHANGES_MS = 500;
/** What is not counted yet is read one by one: a few seconds of it. */
const COUNTING_MS = 2_000;
const LINKING_MS = 5_000;
/** Each makes an object or a part of a table in the sink. */
const HANDOVER_MS = 10_000;
const HOUR_MS = 3_600_000;
/** How soon the work begins that falls due when a test clock is moved: each time reads a table that only sandboxes have rows in. */
const CLOCK_MS = 500;

interface Job {
  readonly name: string;
  readonly run: (stop: AbortSignal) => Promise<unknown>;
  readonly intervalMs?: number;
}

const clockJobs = (work: TestClockWork): Job[] => [
  { name: 'Doing what is due by test clocks', run: (stop) => work.doDue(stop) },
  { name: 'Settling test clocks', run: (stop) => work.settle(stop), intervalMs: CLOCK_MS },
];

async function measured(name: string, run: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const report = (result: 'done' | 'failed'): void => jobFinished(name, result, performance.now() - began);
  try {
    await run();
  } catch (error) {
    report('failed');
    throw error;
  }
  report('done');
}

/** Runs the periodic jobs, at once and then at their intervals, until disposed of. Several processes share the work. */
export function startScheduler(app: INestApplicationContext, intervalMs = INTERVAL_MS): AsyncDisposable {
  const log = new Logger('Scheduler');
  const bus = app.get(CommandBus);
  const idempotency = app.get(Idempotency);
  const clocks = app.get(OrganizationClocks);
  const { auditLogDays, eventSink, eventsRetentionDays, licenseHistoryDays, webhookRetentionDays } = app.get(Config);
  const deleted = new DeletedSandboxes(app);
  const jobs: readonly Job[] = [
    ...dueWork(bus),
    ...clockJobs(new TestClockWork(app)),
    { name: 'Forgetting expired reservations of usage', run: (stop) => bus.execute(new DropExpiredReservations(stop)) },
    { name: 'Completing normal forms of license keys', run: (stop) => bus.execute(new CompleteKeyForms(stop)) },
    {
      name: 'Listing what waits for long at payment providers',
      run: (stop) => bus.execute(new ListLongWaiting(stop)),
      intervalMs: HOUR_MS,
    },
    { name: 'Reporting what was not delivered', run: () => bus.execute(new ReportUndelivered()) },
    { name: 'Deleting expired sessions', run: () => bus.execute(new DeleteExpiredSessions()) },
    { name: 'Deleting expired sessions of users', run: () => bus.execute(new DeleteExpiredSignIns()) },
    {
      name: 'Checking domains of single sign-on',
      run: (stop) => bus.execute(new CheckEmailDomains(stop)),
      intervalMs: HOUR_MS,
    },
    {
      name: 'Publishing changes of customer states',
      run: (stop) => bus.execute(new PublishCustomerStates(stop)),
      intervalMs: STATE_CHANGES_MS,
    },
    { name: 'Deleting expired idempotency keys', run: (stop) => idempotency.deleteExpired(stop) },
    { name: 'Deleting the data of deleted sandboxes', run: (stop) => deleted.deleteData(stop) },
    { name: 'Deleting stale files', run: (stop) => bus.execute(new DeleteStaleFiles(stop)) },
    { name: 'Backfilling meters', run: (stop) => bus.execute(new RunBackfills(stop)) },
    { name: 'Counting usage events', run: (stop) => bus.execute(new CountEvents(stop)), intervalMs: COUNTING_MS },
    {
      name: 'Ranking customer meters',
      // Beside production, what is by a clock that was moved stays without a rank, which lists read one by one.
      run: (stop) => bus.execute(new RankCustomerMeters(RANKING_DELAY_MS - (clocks.isSandbox ? clocks.mostAheadMs : 0), stop)),
      intervalMs: RANKING_DELAY_MS,
    },
    { name: 'Adding up numbers of rows', run: (stop) => addUpRows(app.get(EntityManager), stop), intervalMs: COUNTING_MS },
    { name: 'Rolling up purchases', run: (stop) => bus.execute(new RollUpPurchases(stop)), intervalMs: ROLLUP_MS },
    ...(eventSink
      ? [
          {
            name: 'Handing over usage events',
            run: (stop: AbortSignal) => bus.execute(new HandOverEvents(stop)),
            intervalMs: HANDOVER_MS,
          },
        ]
      : []),
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
    { name: 'Deleting old numbers of uses', run: () => bus.execute(new DeleteOldKeyUses()), intervalMs: HOUR_MS },
    {
      name: 'Deleting expired sign-ins on devices',
      run: () => bus.execute(new DeleteExpiredDeviceSignIns()),
      intervalMs: HOUR_MS,
    },
    {
      name: 'Deleting old events of payment providers',
      run: (stop) => bus.execute(new DeleteOldProviderEvents(webhookRetentionDays.events, stop)),
      intervalMs: HOUR_MS,
    },
    {
      name: 'Deleting expired sessions and tokens of OpenID Connect',
      run: (stop) => bus.execute(new DeleteExpiredOpenIdState(stop)),
      intervalMs: HOUR_MS,
    },
    {
      name: 'Linking entries of the audit log',
      run: (stop) => bus.execute(new LinkAuditEntries(stop)),
      intervalMs: LINKING_MS,
    },
    {
      name: 'Deleting old entries of the audit log',
      run: (stop) => bus.execute(new DeleteOldAuditEntries(auditLogDays, stop)),
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
        (stop) => measured(job.name, async () => void (await runJob(job.name, () => asBulkWork(true, () => job.run(stop))))),
        job.intervalMs ?? intervalMs,
        (error) => reportFailure(log, `${job.name} failed and will be retried`, error),
      ),
  );
  for (const task of tasks) task.trigger();
  return { [Symbol.asyncDispose]: async () => void (await Promise.all(tasks.map((task) => task.stop()))) };
}
