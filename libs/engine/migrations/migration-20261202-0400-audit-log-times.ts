import { Migration } from '@mikro-orm/migrations';

/**
 * Times of the audit log are truncated to milliseconds, as the times of the process are: a rounded one may be later than that of what happened after it, and
 * a timeline shows both.
 */
export class Migration20261202_0400_AuditLogTimes extends Migration {
  override up(): void {
    this.addSql(
      `alter table platform.audit_log alter column created_at set default date_trunc('milliseconds', clock_timestamp())`,
    );
  }
}
