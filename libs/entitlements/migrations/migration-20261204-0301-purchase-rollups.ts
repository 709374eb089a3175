import { Migration } from '@mikro-orm/migrations';

/**
 * Sums of orders and subscriptions by quarter of an hour and by day, in UTC. Triggers record what a statement changes in them, in its
 * transaction, whatever the statement is: also one of the last release, an erasure or a merger. The worker adds recorded changes to the
 * sums, and the views have both. The product 00000000-0000-0000-0000-000000000000 stands for all products.
 */
export class Migration20261204_0301_PurchaseRollups extends Migration {
  override up(): void {
    this.addSql(`
      create table entitlements.unrolled_organizations (
        organization_id uuid not null,
        primary key (organization_id)
      );

      create table entitlements.order_changes (
        organization_id uuid not null,
        id bigint generated always as identity,
        product_ids uuid[] not null,
        start timestamptz not null,
        currency text not null,
        is_recurring boolean not null,
        orders bigint not null,
        amount bigint not null,
        net_amount bigint not null,
        primary key (organization_id, id)
      );
      create table entitlements.order_rollups (
        organization_id uuid not null,
        product_id uuid not null,
        grain text not null,
        day date not null,
        start timestamptz not null,
        currency text not null,
        is_recurring boolean not null,
        orders bigint not null,
        amount bigint not null,
        net_amount bigint not null,
        primary key (organization_id, product_id, grain, day, start, currency, is_recurring)
      );
      create view entitlements.rolled_orders as
        select organization_id, product_id, grain, day, start, currency, is_recurring, orders, amount, net_amount
          from entitlements.order_rollups
        union all
        select organization_id, p.product_id, 'change', (start at time zone 'UTC')::date, start, currency, is_recurring, orders, amount, net_amount
          from entitlements.order_changes, unnest(product_ids || '00000000-0000-0000-0000-000000000000'::uuid) as p (product_id);

      create table entitlements.subscription_changes (
        organization_id uuid not null,
        id bigint generated always as identity,
        product_id uuid not null,
        start timestamptz not null,
        currency text not null,
        is_ending boolean not null,
        reason text not null,
        active bigint not null,
        monthly_amount bigint not null,
        trial_monthly_amount bigint not null,
        started bigint not null,
        ended bigint not null,
        canceled bigint not null,
        primary key (organization_id, id)
      );
      create table entitlements.subscription_rollups (
        organization_id uuid not null,
        product_id uuid not null,
        grain text not null,
        day date not null,
        start timestamptz not null,
        currency text not null,
        is_ending boolean not null,
        reason text not null,
        active bigint not null,
        monthly_amount bigint not null,
        trial_monthly_amount bigint not null,
        started bigint not null,
        ended bigint not null,
        canceled bigint not null,
        primary key (organization_id, product_id, grain, day, start, currency, is_ending, reason)
      );
      create view entitlements.rolled_subscriptions as
        select organization_id, product_id, grain, day, start, currency, is_ending, reason, active, monthly_amount, trial_monthly_amount,
            started, ended, canceled
          from entitlements.subscription_rollups
        union all
        select organization_id, p.product_id, 'change', (start at time zone 'UTC')::date, start, currency, is_ending, reason, active,
            monthly_amount, trial_monthly_amount, started, ended, canceled
          from entitlements.subscription_changes, unnest(array[product_id, '00000000-0000-0000-0000-000000000000']) as p (product_id);

      create function entitlements.quarter_of(at timestamptz) returns timestamptz language sql immutable parallel safe return
        date_bin('15 minutes', at, '2000-01-01T00:00:00Z');

      create function entitlements.counted_order(o entitlements.orders)
        returns table (product_ids uuid[], start timestamptz, is_recurring boolean, amount bigint, net_amount bigint)
        language sql stable parallel safe as $$
          select array(select o.product_id union select id::uuid from jsonb_array_elements_text(o.further_product_ids) as further (id) order by 1),
            entitlements.quarter_of(coalesce(o.purchased_at, o.created_at)), o.subscription_id is not null,
            o.amount::bigint, (o.amount - o.refunded_amount)::bigint
          where o.status in ('paid', 'partially_refunded', 'refunded')
        $$;

      create function entitlements.counted_subscription(s entitlements.subscriptions)
        returns table (start timestamptz, is_ending boolean, reason text, active bigint, monthly_amount bigint, trial_monthly_amount bigint,
          started bigint, ended bigint, canceled bigint)
        language sql stable parallel safe as $$
          select entitlements.quarter_of(c.at), s.ended_at is null and s.ends_at is not null, c.reason, c.active::bigint,
            c.paid * monthly, c.in_trial * monthly, c.started::bigint, c.ended::bigint, c.canceled::bigint
          from (
            select greatest(s.started_at, coalesce(s.ended_at, case when s.status = 'paused' then s.paused_at end, s.ends_at, 'infinity')) as last,
              round(s.amount::numeric
                * case s.recurring_interval when 'day' then 30 when 'week' then 4 when 'month' then 1 else 1.0 / 12 end
                / s.recurring_interval_count)::bigint as monthly
          ) as f, lateral (values
            (s.started_at, '', 1, 0, 1, 1, 0, 0),
            (least(greatest(s.trial_end, s.started_at), last), '', 0, 1, -1, 0, 0, 0),
            (last, '', -1, -1, 0, 0, 0, 0),
            (s.ended_at, '', 0, 0, 0, 0, 1, 0),
            (s.canceled_at, coalesce(s.customer_cancellation_reason, 'other'), 0, 0, 0, 0, 0, 1)
          ) as c (at, reason, active, paid, in_trial, started, ended, canceled)
          where c.at < 'infinity'
        $$;

      create function entitlements.record_order_change() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            insert into entitlements.order_changes (organization_id, product_ids, start, currency, is_recurring, orders, amount, net_amount)
              select old.organization_id, product_ids, start, old.currency, is_recurring, -1, -amount, -net_amount
              from entitlements.counted_order(old);
          end if;
          if tg_op <> 'DELETE' then
            insert into entitlements.order_changes (organization_id, product_ids, start, currency, is_recurring, orders, amount, net_amount)
              select new.organization_id, product_ids, start, new.currency, is_recurring, 1, amount, net_amount
              from entitlements.counted_order(new);
          end if;
          return null;
        end
      $$;
      create trigger orders_are_rolled_up after insert or delete on entitlements.orders
        for each row execute function entitlements.record_order_change();
      create trigger changed_orders_are_rolled_up after update on entitlements.orders
        for each row when (row(old.organization_id, old.status, old.product_id, old.further_product_ids, old.subscription_id, old.purchased_at,
            old.created_at, old.currency, old.amount, old.refunded_amount)
          is distinct from row(new.organization_id, new.status, new.product_id, new.further_product_ids, new.subscription_id, new.purchased_at,
            new.created_at, new.currency, new.amount, new.refunded_amount))
        execute function entitlements.record_order_change();

      create function entitlements.record_subscription_change() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            insert into entitlements.subscription_changes (organization_id, product_id, start, currency, is_ending, reason, active, monthly_amount,
                trial_monthly_amount, started, ended, canceled)
              select old.organization_id, old.product_id, start, old.currency, is_ending, reason, -active, -monthly_amount, -trial_monthly_amount,
                -started, -ended, -canceled
              from entitlements.counted_subscription(old);
          end if;
          if tg_op <> 'DELETE' then
            insert into entitlements.subscription_changes (organization_id, product_id, start, currency, is_ending, reason, active, monthly_amount,
                trial_monthly_amount, started, ended, canceled)
              select new.organization_id, new.product_id, start, new.currency, is_ending, reason, active, monthly_amount, trial_monthly_amount,
                started, ended, canceled
              from entitlements.counted_subscription(new);
          end if;
          return null;
        end
      $$;
      create trigger subscriptions_are_rolled_up after insert or delete on entitlements.subscriptions
        for each row execute function entitlements.record_subscription_change();
      create trigger changed_subscriptions_are_rolled_up after update on entitlements.subscriptions
        for each row when (row(old.organization_id, old.status, old.product_id, old.currency, old.amount, old.recurring_interval,
            old.recurring_interval_count, old.started_at, old.trial_end, old.paused_at, old.ends_at, old.ended_at, old.canceled_at,
            old.customer_cancellation_reason)
          is distinct from row(new.organization_id, new.status, new.product_id, new.currency, new.amount, new.recurring_interval,
            new.recurring_interval_count, new.started_at, new.trial_end, new.paused_at, new.ends_at, new.ended_at, new.canceled_at,
            new.customer_cancellation_reason))
        execute function entitlements.record_subscription_change();
    `);
  }
}
