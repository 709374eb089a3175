import { Migration } from '@mikro-orm/migrations';

/** Who had a trial of which product, as keyed digests. */
export class Migration20261122_1910_TrialTraits extends Migration {
  override up(): void {
    this.addSql(`
      create table entitlements.trial_traits (
        organization_id uuid not null,
        product_id uuid not null,
        digest bytea not null,
        subscription_id uuid not null,
        created_at timestamptz not null,
        primary key (organization_id, product_id, digest)
      );
      create index trial_traits_by_subscription on entitlements.trial_traits (subscription_id);
    `);
  }
}
