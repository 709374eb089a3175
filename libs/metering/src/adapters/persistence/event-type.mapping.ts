import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
import { EventType } from '../../domain/event-type.ts';

export const EventTypeMapping = defineEntity({
  name: 'EventTypeRow',
  schema: 'metering',
  tableName: 'event_types',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text(),
    label: p.text(),
    labelPropertySelector: p.text().nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const eventTypeRows = aggregateRows(EventType, EventTypeMapping).auditedAs({ type: 'event_type' });
