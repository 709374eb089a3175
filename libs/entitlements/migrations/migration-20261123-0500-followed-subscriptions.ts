import { Migration } from '@mikro-orm/migrations';

/** Subscriptions that a payment provider renews. */
export class Migration20261123_0500_FollowedSubscriptions extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.subscriptions
        add column provider_revision bigint,
        add column renewal_due_at timestamptz(3),
        add column grace_days integer;

      create index subscriptions_to_be_renewed on entitlements.subscriptions (renewal_due_at)
        where renewal_due_at is not null and status in ('active', 'trialing');
    `);
  }
}
