import { type ExportLease, ExportLeases } from '../src/domain/export-leases.ts';

/** For tests without a database. */
export class InMemoryExportLeases extends ExportLeases {
  private readonly bySession = new Map<string, ExportLease>();

  override async acquire(lease: ExportLease, now: Date): Promise<Date | null> {
    const other = this.bySession.get(lease.sessionId);
    if (other && other.expiresAt > now) return other.expiresAt;
    this.bySession.set(lease.sessionId, lease);
    return null;
  }

  override async extend(lease: ExportLease): Promise<void> {
    if (this.isHeld(lease)) this.bySession.set(lease.sessionId, lease);
  }

  override async release(lease: Pick<ExportLease, 'id' | 'sessionId'>): Promise<void> {
    if (this.isHeld(lease)) this.bySession.delete(lease.sessionId);
  }

  private isHeld({ id, sessionId }: Pick<ExportLease, 'id' | 'sessionId'>): boolean {
    return this.bySession.get(sessionId)?.id === id;
  }
}
