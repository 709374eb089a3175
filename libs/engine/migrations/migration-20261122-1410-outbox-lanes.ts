import { Migration } from '@mikro-orm/migrations';

/**
 * Marks the events of bulk work, and finds the unsent events of each organization. No row is rewritten; the index is built from
 * the unsent rows alone, of which there are few, in one reading of the table.
 */
export class Migration20261122_1410_OutboxLanes extends Migration {
  override up(): void {
    this.addSql(`
      alter table platform.outbox add column is_bulk boolean not null default false;
      create index outbox_unsent_by_organization on platform.outbox (is_bulk, organization_id, id) where sent_at is null;
      drop index platform.outbox_unsent;
    `);
  }
}
