import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CommittedWrites } from '#engine/persistence';

/** Up to which position (`seq`) no event is added any more. */
export const committedEvents = (em: EntityManager): CommittedWrites =>
  new CommittedWrites(em, {
    name: 'metering.events',
    assigned: sql`select (case when is_called then last_value else 0 end)::text as last from metering.event_seq`,
    first: '0',
  });
