import { type INestApplicationContext, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { reportFailure } from '#engine/checks';
import { PeriodicTask } from '#platform/messaging/composition';
import { FinishSendingWebhooks, PublishWebhookEvents, RecordedEvents, SendWebhooks, SkipDeliveries } from '#webhooks';
import { runJob } from './run-job.ts';

/** How soon work is found that was recorded by another process. */
const POLL_MS = 1_000;
/** The wait after an event, so that events recorded shortly after each other are published together. */
const GATHER_MS = 10;

/** Publishes and sends webhook events until disposed of, and then waits for the running requests. */
export function startWebhooks(app: INestApplicationContext, pollMs = POLL_MS): AsyncDisposable {
  const log = new Logger('Webhooks');
  const bus = app.get(CommandBus);
  const failed = (what: string) => (error: unknown) => reportFailure(log, `${what} failed and will be retried`, error);
  const task = (name: string, run: (stop: AbortSignal) => Promise<void>, gatherMs = 0): PeriodicTask =>
    new PeriodicTask(
      (stop) => runJob(name, () => run(stop)),
      pollMs,
      failed(name),
      () => gatherMs,
    );
  const sending: PeriodicTask = task(
    'Sending webhooks',
    () => bus.execute(new SendWebhooks(() => sending.trigger(), failed('Sending a webhook'))),
    GATHER_MS,
  );
  const publish = async (stop: AbortSignal): Promise<void> => {
    if (await bus.execute(new PublishWebhookEvents(stop, failed('Reading webhook events')))) sending.trigger();
  };
  const publishing = task('Publishing webhook events', publish, GATHER_MS);
  const skipping = task('Skipping deliveries', (stop) => bus.execute(new SkipDeliveries(stop)));
  app.get(RecordedEvents).listen(() => publishing.trigger());
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all([publishing.stop(), sending.stop(), skipping.stop()]);
      await bus.execute(new FinishSendingWebhooks());
    },
  };
}
