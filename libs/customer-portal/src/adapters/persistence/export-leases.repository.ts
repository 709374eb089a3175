import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { readDb } from '#engine/persistence';
import { type ExportLease, ExportLeases } from '../../domain/export-leases.ts';
import type { PortalSessionTables } from './portal-session.mapping.ts';

/** A lease is a part of the row of its session. Each method is one statement, so processes need no other lock. */
@Injectable()
export class PgExportLeases extends ExportLeases {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async acquire({ id, sessionId, expiresAt }: ExportLease, now: Date): Promise<Date | null> {
    const { numUpdatedRows } = await this.sessions()
      .set({ export_id: id, export_expires_at: expiresAt })
      .where('id', '=', sessionId)
      .where(({ eb, or }) => or([eb('export_expires_at', 'is', null), eb('export_expires_at', '<=', now)]))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n ? null : this.expiryOf(sessionId, now);
  }

  async extend({ id, sessionId, expiresAt }: ExportLease): Promise<void> {
    await this.held({ id, sessionId }).set({ export_expires_at: expiresAt }).execute();
  }

  async release(lease: Pick<ExportLease, 'id' | 'sessionId'>): Promise<void> {
    await this.held(lease).set({ export_id: null, export_expires_at: null }).execute();
  }

  /** The other lease may have been returned, or its session deleted, since it was in the way. */
  private async expiryOf(sessionId: string, now: Date): Promise<Date> {
    const row = await readDb<PortalSessionTables>(this.em)
      .selectFrom('customer_portal.sessions')
      .select('export_expires_at')
      .where('id', '=', sessionId)
      .executeTakeFirst();
    return row?.export_expires_at ?? now;
  }

  private held({ id, sessionId }: Pick<ExportLease, 'id' | 'sessionId'>) {
    return this.sessions().where('id', '=', sessionId).where('export_id', '=', id);
  }

  private sessions() {
    return this.em.getKysely<PortalSessionTables>().updateTable('customer_portal.sessions');
  }
}
