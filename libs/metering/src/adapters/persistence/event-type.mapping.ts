import { defineEntity, p } from '@mikro-orm/core';
import { auditedAs, entityClass } from '#platform/persistence';
import { EventType } from '../../domain/event-type.ts';

export const EventTypeMapping = defineEntity({
  class: entityClass(EventType),
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

auditedAs(EventType, EventTypeMapping, { type: 'event_type' });
