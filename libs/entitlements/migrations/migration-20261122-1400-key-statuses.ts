import { Migration } from '@mikro-orm/migrations';

/** The last status of the key set by hand, and the ids of the events that order it and revocations. Rewrites no row. */
export class Migration20261122_1400_KeyStatuses extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.benefit_grants
        add column key_status text,
        add column key_status_revision integer not null default 0,
        add column key_status_event_id bigint not null default 0,
        add column revoked_event_id bigint not null default 0;
    `);
  }
}
