import { Migration } from '@mikro-orm/migrations';

/** Views for the context metrics: what was paid and when, and since when subscriptions bring how much a month. */
export class Migration20261124_0600_PurchaseFigures extends Migration {
  override up(): void {
    this.addSql(`
      create view entitlements.order_figures as
        select o.id, o.organization_id, o.customer_id, o.product_id, o.further_product_ids, o.subscription_id, o.metadata,
          coalesce(o.purchased_at, o.created_at) as purchased_at, s.started_at as subscription_started_at,
          o.currency, o.amount, o.refunded_amount
        from entitlements.orders o left join entitlements.subscriptions s on s.id = o.subscription_id
        where o.status in ('paid', 'partially_refunded', 'refunded');

      create view entitlements.subscription_figures as
        select id, organization_id, customer_id, product_id, metadata, currency,
          round(amount::numeric * case recurring_interval when 'day' then 30 when 'week' then 4 when 'month' then 1 else 1.0 / 12 end
            / recurring_interval_count) as monthly_amount,
          started_at, trial_end, ended_at, canceled_at, customer_cancellation_reason as cancellation_reason,
          coalesce(ended_at, case when status = 'paused' then paused_at end, ends_at) as inactive_at,
          ended_at is null and ends_at is not null as is_ending
        from entitlements.subscriptions;
    `);
  }
}
