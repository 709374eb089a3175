import { Migration } from '@mikro-orm/migrations';

export class Migration20261126_1813_UndeliveredPurchases extends Migration {
  override up(): void {
    this.addSql(`
      create table connectors.undelivered_purchases (
        connector_id uuid not null,
        source_kind text not null,
        source_id uuid not null,
        line text not null,
        organization_id uuid not null,
        purchase jsonb not null,
        created_at timestamptz(3) not null,
        primary key (connector_id, source_kind, source_id, line)
      );
    `);
  }
}
