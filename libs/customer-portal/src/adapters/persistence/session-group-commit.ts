import type { Pool } from 'pg';
import { type AggregateStore, aggregateStore, BatchTable, type StoredProperties } from '#engine/persistence';
import type { PortalSession } from '../../domain/portal-session.ts';
import { PortalSessionMapping } from './portal-session.mapping.ts';

const ADD_SESSIONS = BatchTable.of(PortalSessionMapping).insert('sessions-add');

/** Group commit of new sessions: those that are opened at the same time are stored together. */
export const sessionGroupCommit = (pool: () => Promise<Pool>): AggregateStore<PortalSession, PortalSession> =>
  aggregateStore(pool, {
    name: 'new PortalSession',
    isNew: true,
    batchOf: (sessions) => ({ found: sessions, writes: (added) => ADD_SESSIONS.of(added.map(rowOf)) }),
  });

/** Times of rows are those of the system, as in the mapping. */
const rowOf = ({ stored }: PortalSession): StoredProperties<typeof PortalSessionMapping> => ({
  ...stored,
  export_id: null,
  export_expires_at: null,
  created_at: new Date(),
  modified_at: null,
});
