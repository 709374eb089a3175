import { Migration } from '@mikro-orm/migrations';

/** The audit log finds what a request changed. */
export class Migration20261210_0820_AuditLogByRequest extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists platform.audit_log_by_request');
    this
      .addSql(`create index concurrently audit_log_by_request on platform.audit_log (organization_id, request_id, created_at, id)
      where request_id is not null`);
  }
}
