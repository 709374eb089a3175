import type { EventPayload } from '#kernel';
import type { PublishedEvent } from './published-event.ts';

export interface OutboxRow {
  readonly id: string;
  readonly name: string;
  readonly organization_id: string;
  readonly aggregate_id: string;
  readonly occurred_at: Date;
  readonly payload: EventPayload;
  readonly is_bulk: boolean;
}

export const published = ({
  id,
  name,
  organization_id,
  aggregate_id,
  occurred_at,
  payload,
  is_bulk,
}: OutboxRow): PublishedEvent => ({
  id,
  name,
  organizationId: organization_id,
  aggregateId: aggregate_id,
  occurredAt: occurred_at,
  payload,
  isBulk: is_bulk,
});
