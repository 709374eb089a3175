import { Migration } from '@mikro-orm/migrations';

export class Migration20261126_1812_LinesOfPayments extends Migration {
  override up(): void {
    this.addSql(`
      alter table connectors.connectors add column entitlement text not null default 'provider_status'
        check (entitlement in ('provider_status', 'paid_only'));

      -- Null for what brings nothing. The last release takes it for a price that is not mapped.
      alter table connectors.prices alter column product_id drop not null;

      alter table connectors.subjects add column orders jsonb not null default '{}';
    `);
  }
}
