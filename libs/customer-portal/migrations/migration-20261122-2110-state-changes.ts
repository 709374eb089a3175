import { Migration } from '@mikro-orm/migrations';

/** Customers whose state has changed since the last event that says so. */
export class Migration20261122_2110_StateChanges extends Migration {
  override up(): void {
    this.addSql(`
      create table customer_portal.state_changes (
        organization_id uuid not null,
        customer_id uuid not null,
        is_bulk boolean not null,
        primary key (organization_id, customer_id)
      );
    `);
  }
}
