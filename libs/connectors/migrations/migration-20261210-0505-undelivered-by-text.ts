import { Migration } from '@mikro-orm/migrations';

/** What was paid and not delivered is found by the ID that the provider has, and by the address of whoever paid. */
export class Migration20261210_0505_UndeliveredByText extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists connectors.undelivered_purchases_by_external_id');
    this.addSql(`create index concurrently undelivered_purchases_by_external_id on connectors.undelivered_purchases
      (organization_id, "left"(lower(external_id), 100) text_pattern_ops) where resolved_at is null`);
    this.addSql('drop index concurrently if exists connectors.undelivered_purchases_by_email');
    this.addSql(`create index concurrently undelivered_purchases_by_email on connectors.undelivered_purchases
      (organization_id, "left"(lower(email), 100) text_pattern_ops) where resolved_at is null and email is not null`);
  }
}
