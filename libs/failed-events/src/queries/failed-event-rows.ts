import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import type { FailedEventsTables } from '../adapters/persistence/failed-event.mapping.ts';
import { DETAILS, type FailedEventView } from './failed-event.view.ts';

type Row = Selectable<FailedEventsTables['platform.failed_events']>;

export const failedEventsOf = (em: EntityManager, organizations: readonly string[]) =>
  readDb<FailedEventsTables>(em).selectFrom('platform.failed_events').where(anyOf('organization_id', organizations));

export const toFailedEventView = ({ event_id, name, aggregate_id, ...row }: Row): FailedEventView => ({
  id: row.id,
  organization_id: row.organization_id,
  event: name,
  // Reads return numbers.
  event_number: String(event_id),
  resource_id: aggregate_id,
  occurred_at: row.occurred_at,
  failed_at: row.failed_at,
  subscriber: row.subscriber,
  reason: row.reason,
  detail: DETAILS[row.reason],
  status: row.status === 'failed' ? 'failed' : 'retrying',
});
