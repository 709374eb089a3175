import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { FailedEvent, type FailedEventStatus, type FailureReason } from '../../domain/failed-event.ts';

/** The worker writes the table, as part of the platform. */
export const FailedEventMapping = defineEntity({
  name: 'FailedEventRow',
  schema: 'platform',
  tableName: 'failed_events',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    eventId: p.bigint('string'),
    subscriber: p.text(),
    name: p.text(),
    aggregateId: p.uuid(),
    occurredAt: p.datetime(),
    failedAt: p.datetime(3),
    reason: p.text().$type<FailureReason>(),
    status: p.text().$type<FailedEventStatus>(),
  },
});

export const failedEventRows = aggregateRows(FailedEvent, FailedEventMapping).auditedAs({ type: 'failed_event' });

export interface FailedEventsTables {
  'platform.failed_events': InferKyselyTable<typeof FailedEventMapping>;
}
