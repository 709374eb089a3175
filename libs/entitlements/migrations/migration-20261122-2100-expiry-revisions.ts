import { Migration } from '@mikro-orm/migrations';

/** The last decision about a grant after which the expiry of its key starts anew. Rewrites no row. */
export class Migration20261122_2100_ExpiryRevisions extends Migration {
  override up(): void {
    this.addSql('alter table entitlements.benefit_grants add column expiry_revision integer not null default 0;');
  }
}
