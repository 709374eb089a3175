import type { EventPayload } from '#kernel';
import type { PublishedEvent } from './published-event.ts';

export interface OutboxRow {
  readonly id: string;
  readonly name: string;
  readonly organization_id: string;
  readonly aggregate_id: string;
  readonly occurred_at: Date;
  readonly payload: EventPayload;
}

export const published = ({ id, name, organization_id, aggregate_id, occurred_at, payload }: OutboxRow): PublishedEvent => ({
  id,
  name,
  organizationId: organization_id,
  aggregateId: aggregate_id,
  occurredAt: occurred_at,
  payload,
});
