import { Migration } from '@mikro-orm/migrations';

export class Migration20261126_2601_WebhookFilters extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhooks.endpoints add column product_ids uuid[], add column benefit_ids uuid[];
      alter table webhooks.events add column product_ids uuid[], add column benefit_ids uuid[];
    `);
  }
}
