import { Migration } from '@mikro-orm/migrations';

/** With which organization each one is counted where shares of the service are limited. Organizations without a row count by themselves. */
export class Migration20261126_1710_Quotas extends Migration {
  override up(): void {
    this.addSql(`
      create table platform.quotas (
        organization_id uuid not null primary key,
        quota_id uuid not null,
        changed_at timestamptz not null default now()
      );
      create index quotas_by_quota on platform.quotas (quota_id);
      create index quotas_by_change on platform.quotas (changed_at);
    `);
  }
}
