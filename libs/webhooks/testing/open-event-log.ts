import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { SqlDeliveryQueue } from '../src/adapters/persistence/delivery-queue.repository.ts';
import { SqlEventLog } from '../src/adapters/persistence/event-log.repository.ts';
import { MikroOrmWebhookEndpoints } from '../src/adapters/persistence/webhook-endpoints.repository.ts';
import type { PendingEvent } from '../src/domain/event-log.ts';
import { webhooksTables } from '../src/index.ts';
import { ORGANIZATION } from './webhook-endpoint.builder.ts';

export const NOW = new Date('2026-11-22T12:00:00Z');
const AGGREGATE = '0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f';

export const aPendingEvent = (sourceId: number, changes: Partial<PendingEvent> = {}): PendingEvent => ({
  sourceId: `${sourceId}`,
  organizationId: ORGANIZATION,
  type: 'order.paid',
  aggregateId: AGGREGATE,
  payload: {},
  occurredAt: NOW,
  actor: null,
  ...changes,
});

/** The repositories of the context on a database of their own. */
export async function openEventLog() {
  const { orm, close } = await freshOrm(webhooksTables);
  const log = new SqlEventLog(orm.em);
  const freeze = async (pending: readonly PendingEvent[]) =>
    new Map(pending.map(({ sourceId }) => [sourceId, { body: `{"n":${sourceId}}`, organizationName: 'Acme' }]));
  return {
    log,
    queue: new SqlDeliveryQueue(orm.em),
    endpoints: new MikroOrmWebhookEndpoints(orm.em),
    rows: <T>(sql: string): Promise<T[]> => orm.em.fork().execute<T[]>(sql),
    publish: (limit = 100) => log.publish(limit, freeze, NOW),
    clear: async () => {
      await orm.em
        .fork()
        .execute('truncate webhooks.endpoints, webhooks.skipping, webhooks.unreachable, webhooks.feeds, webhooks.pending_events');
      await orm.em.fork().execute('truncate webhooks.events, webhooks.deliveries, webhooks.attempts, webhooks.attempt_counts');
    },
    close,
  };
}
