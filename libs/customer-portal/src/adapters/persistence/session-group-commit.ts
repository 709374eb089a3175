import type { Pool } from 'pg';
import type { RecordStatement } from '#engine/idempotency';
import { BatchTable, GroupCommit, type GroupTransaction, PipelinedTransaction, type StoredProperties } from '#engine/persistence';
import type { PortalSession } from '../../domain/portal-session.ts';
import { PortalSessionMapping } from './portal-session.mapping.ts';

const ADD_SESSIONS = BatchTable.of(PortalSessionMapping).insert('sessions-add');

/** Group commit of new sessions: those that are opened at the same time are stored together. */
export class SessionGroupCommit extends GroupCommit<PortalSession, PortalSession> {
  constructor(private readonly pool: () => Promise<Pool>) {
    super('new PortalSession');
  }

  protected notFound(): Error {
    return new Error('A new session is not looked for');
  }

  protected override auditedAfter(session: PortalSession): readonly object[] {
    return [session];
  }

  protected async begin(
    sessions: readonly PortalSession[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<PortalSession>> {
    const { transaction, first } = await PipelinedTransaction.begin(await this.pool(), [], statements);
    return {
      first,
      found: sessions,
      commit: async (added, others) => transaction.commit([...ADD_SESSIONS.of(added.map(rowOf)), ...others]),
      rollback: () => transaction.rollback(),
    };
  }
}

/** Times of rows are those of the system, as in the mapping. */
const rowOf = ({ stored }: PortalSession): StoredProperties<typeof PortalSessionMapping> => ({
  ...stored,
  export_id: null,
  export_expires_at: null,
  created_at: new Date(),
  modified_at: null,
});
