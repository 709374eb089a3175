import { newId } from '#kernel';
import { EventType } from '../src/domain/event-type.ts';
import { ORGANIZATION } from './meter.builder.ts';

/** An event type as ingestion adds it. */
export const anEventType = (organizationId = ORGANIZATION): EventType =>
  EventType.fromState({
    id: newId('event-type'),
    organizationId,
    name: `api.${newId('name')}`,
    label: 'Request',
    labelPropertySelector: null,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    modifiedAt: null,
  });
