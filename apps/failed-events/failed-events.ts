import { DeliveryQueue } from '#platform/messaging';
import { CliError } from '#platform/process';

const USAGE = `npm run failed-events -- list          events that a subscriber failed to deal with, the newest first
npm run failed-events -- retry         starts all of them again
npm run failed-events -- retry <id>    starts one of them again
`;

/** Does what the arguments say and answers with what is to be told. Throws `CliError` with a sentence. */
export async function failedEvents([command, id, ...others]: readonly string[], deliveries: DeliveryQueue): Promise<string> {
  if (command === 'list' && id === undefined) return list(deliveries);
  if (command === 'retry' && others.length === 0) return retry(deliveries, id);
  if (command === undefined || command === '--help') return USAGE;
  throw new CliError(`That is not a command.\n${USAGE.trimEnd()}`);
}

async function list(deliveries: DeliveryQueue): Promise<string> {
  const failed = await deliveries.failed();
  if (failed.length === 0) return 'Nothing has failed.\n';
  return failed
    .map(
      ({ id, event, subscriber, reason, failedAt }) => `${id}  ${failedAt.toISOString()}  ${event}  ${subscriber}: ${reason}\n`,
    )
    .join('');
}

async function retry(deliveries: DeliveryQueue, id: string | undefined): Promise<string> {
  const retried = await deliveries.retry(id);
  if (id !== undefined && retried === 0) throw new CliError(`There is no failed event ${id}.`);
  return `${retried} started again.\n`;
}
