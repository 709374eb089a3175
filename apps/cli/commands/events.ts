import { DeliveryQueue, openBackend } from '#platform/messaging/composition';
import { NoResponse, redisSettingOf, withinTime } from '#engine/connections';
import { CliError } from '../../process/index.ts';
import { type Define, defineCommand, NoOptions, type Result } from '../define-command.ts';
import { CliArgument } from '../options.ts';
import { resolveQueue } from '../resolve-settings.ts';
import { cellOf } from '../resources/texts.ts';

class RetryOptions {
  @CliArgument('[id]', 'Id of one failed event, as listed by `events failed`; all of them by default', { optional: true })
  readonly id?: string;
}

/** Events that a subscriber could not process, the newest first: all of them, or at most so many. */
export async function listFailed(deliveries: DeliveryQueue, limit?: number): Promise<Result> {
  const failed = await deliveries.failed(limit);
  const lines = failed.map(
    ({ id, event, subscriber, reason, failedAt }) =>
      `${id}  ${failedAt.toISOString()}  ${event}  ${subscriber}: ${cellOf(reason)}`,
  );
  return {
    text: lines.length > 0 ? lines.join('\n') : 'No events have failed.',
    data: failed.map(({ failedAt, ...event }) => ({ ...event, failed_at: failedAt.toISOString() })),
  };
}

/** Queues failed events again: one, or all of them. */
export async function retryFailed({ id }: { readonly id?: string }, deliveries: DeliveryQueue): Promise<Result> {
  const retried = await deliveries.retry(id);
  if (id !== undefined && retried === 0) throw new CliError(`There is no failed event ${id}.`);
  return { text: `Events queued again: ${retried}.`, data: { retried } };
}

async function withDeliveries(env: NodeJS.ProcessEnv, work: (deliveries: DeliveryQueue) => Promise<Result>): Promise<Result> {
  const place = resolveQueue(env);
  const backend = await openBackend(place);
  try {
    // What is asked of a queue that does not respond waits until it does.
    const setting = place.redis ? redisSettingOf(place.redis) : 'DATABASE_URL';
    await withinTime(`The queue at ${setting}`, backend.assertWritable()).catch((error: unknown) => {
      throw error instanceof NoResponse ? error : backend.reported(error);
    });
    const deliveries = await DeliveryQueue.open(backend);
    return await work(deliveries).finally(() => deliveries.close());
  } finally {
    await backend.close();
  }
}

export const defineEvents: Define = (group, terminal) => {
  defineCommand(
    group.command('failed').description('List the events that a subscriber could not process, the newest first'),
    terminal,
    {
      options: NoOptions,
      run: (_options, env) => withDeliveries(env, (deliveries) => listFailed(deliveries)),
    },
  );
  defineCommand(group.command('retry').description('Retry failed events: all of them, or one'), terminal, {
    options: RetryOptions,
    run: (options, env) => withDeliveries(env, (deliveries) => retryFailed(options, deliveries)),
  });
};
