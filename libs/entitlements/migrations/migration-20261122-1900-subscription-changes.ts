import { Migration } from '@mikro-orm/migrations';

/**
 * Pauses, scheduled changes of the product, and the end of subscriptions that stay past due. Those that are past due already get
 * 30 days from now. Paused subscriptions leave the indexes of what is due: the ends of their periods have passed.
 */
export class Migration20261122_1900_SubscriptionChanges extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.subscriptions
        add column dunning_ends_at timestamptz,
        add column pause_at_period_end boolean not null default false,
        add column paused_at timestamptz,
        add column resumes_at timestamptz,
        add column pending_update jsonb,
        add column product_changed_at timestamptz;
      update entitlements.subscriptions set dunning_ends_at = now() + interval '30 days' where status = 'past_due';

      drop index entitlements.subscriptions_due;
      drop index entitlements.subscriptions_meters_due;
      create index subscriptions_due on entitlements.subscriptions (current_period_end) where status not in ('canceled', 'paused');
      create index subscriptions_meters_due on entitlements.subscriptions (current_meter_period_end)
        where current_meter_period_end is not null and status not in ('canceled', 'paused');
      create index subscriptions_in_dunning on entitlements.subscriptions (dunning_ends_at) where status = 'past_due';
      create index subscriptions_paused on entitlements.subscriptions (resumes_at)
        where status = 'paused' and resumes_at is not null;
    `);
  }
}
