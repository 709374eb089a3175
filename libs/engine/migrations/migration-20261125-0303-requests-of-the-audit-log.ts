import { Migration } from '@mikro-orm/migrations';

/** The request that caused an entry, also through events. `cause` is the event alone. */
export class Migration20261125_0303_RequestsOfTheAuditLog extends Migration {
  override up(): void {
    this.addSql(`
      alter table platform.audit_log add column request_id text;
      update platform.audit_log set request_id = cause, cause = null where actor_type <> 'system' and cause is not null;
    `);
  }
}
