import { Migration } from '@mikro-orm/migrations';

/** Whose a subscription is at its payment provider, so that another customer there becomes the customer here. */
export class Migration20261130_0700_CustomersAtProviders extends Migration {
  override up(): void {
    this.addSql('alter table entitlements.subscriptions add column provider_customer text;');
  }
}
