import { Migration } from '@mikro-orm/migrations';

/**
 * Sums of customers: how many bought for the first time, by what they bought (`first one_time`, `first recurring`), how many of them bought
 * the other for the first time later (`later recurring`, `later one_time`), and how many more have an active subscription (`subscriber`).
 * One trigger records what an order changes in these sums and in those of renewals.
 */
export class Migration20261210_0902_CustomerSums extends Migration {
  override up(): void {
    this.addSql(`
      create table entitlements.unrolled_customers (
        organization_id uuid not null,
        primary key (organization_id)
      );

      create table entitlements.customer_changes (
        organization_id uuid not null,
        customer_id uuid not null,
        id bigint generated always as identity,
        product_ids uuid[] not null,
        kind text not null,
        since timestamptz not null,
        until timestamptz not null,
        purchases bigint not null,
        primary key (organization_id, customer_id, id)
      );
      create table entitlements.customer_rollups (
        organization_id uuid not null,
        product_id uuid not null,
        grain text not null,
        kind text not null,
        day date not null,
        start timestamptz not null,
        customers bigint not null,
        primary key (organization_id, product_id, grain, kind, day, start)
      );

      create function entitlements.billing_type_of(is_recurring boolean) returns text language sql immutable parallel safe return
        case when is_recurring then 'recurring' else 'one_time' end;
      create function entitlements.history_of_subscription(s entitlements.subscriptions)
        returns table (product_ids uuid[], kind text, since timestamptz, until timestamptz) language sql stable parallel safe as $$
          select array[s.product_id], 'subscription', entitlements.quarter_of(s.started_at), entitlements.quarter_of(
            coalesce(s.ended_at, case when s.status = 'paused' then s.paused_at end, s.ends_at, 'infinity'))
        $$;

      create function entitlements.customer_history(of_organization uuid, of_customer uuid, before_changes boolean)
        returns table (product_id uuid, kind text, start timestamptz, customers bigint)
        language sql stable parallel safe as $$
          with purchases as (
            select c.product_ids, entitlements.billing_type_of(c.is_recurring) as kind, c.start as since, c.start as until, 1::bigint as purchases
            from entitlements.orders o, entitlements.counted_order(o) c
            where o.organization_id = of_organization and o.customer_id = of_customer
            union all
            select h.product_ids, h.kind, h.since, h.until, 1
            from entitlements.subscriptions s, entitlements.history_of_subscription(s) h
            where s.organization_id = of_organization and s.customer_id = of_customer
            union all
            select c.product_ids, c.kind, c.since, c.until, -c.purchases
            from entitlements.customer_changes c
            where before_changes and c.organization_id = of_organization and c.customer_id = of_customer
          ), counted as (
            select p.product_id, kind, since, until
            from purchases, unnest(product_ids || '00000000-0000-0000-0000-000000000000'::uuid) as p (product_id)
            group by p.product_id, kind, since, until having sum(purchases) > 0
          ), marked as (
            select product_id, since, until, case when since <= max(until) over (
              partition by product_id order by since, until rows between unbounded preceding and 1 preceding) then 0 else 1 end as begins
            from counted where kind = 'subscription' and since < until
          ), parts as (
            select product_id, since, until, sum(begins) over (partition by product_id order by since, until) as part from marked
          ), active as (
            select product_id, min(since) as since, max(until) as until from parts group by product_id, part
          )
          select product_id, case row_number() over (partition by product_id order by min(since), kind) when 1 then 'first ' else 'later ' end || kind,
              min(since), 1::bigint
            from counted where kind <> 'subscription' group by product_id, kind
          union all
          select product_id, 'subscriber', c.start, c.customers
            from active, lateral (values (since, 1::bigint), (until, -1)) as c (start, customers) where c.start < 'infinity'
        $$;

      create view entitlements.waiting_customers as
        select c.organization_id, c.customer_id, h.product_id, h.kind, h.start, w.sign * h.customers as customers
        from (select distinct organization_id, customer_id from entitlements.customer_changes) as c,
          lateral (values (1, false), (-1, true)) as w (sign, before_changes),
          lateral entitlements.customer_history(c.organization_id, c.customer_id, w.before_changes) as h;

      create view entitlements.rolled_customers as
        select organization_id, product_id, grain, kind, day, start, customers from entitlements.customer_rollups
        union all
        select organization_id, product_id, 'change', kind, (start at time zone 'UTC')::date, start, customers from entitlements.waiting_customers;

      create function entitlements.record_order_histories() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            with counted as materialized (select * from entitlements.counted_order(old)),
            renewed as (
              insert into entitlements.renewal_changes (organization_id, subscription_id, product_ids, start, currency, orders, amount, net_amount)
                select old.organization_id, old.subscription_id, product_ids, start, old.currency, -1, -amount, -net_amount
                from counted where is_recurring
            )
            insert into entitlements.customer_changes (organization_id, customer_id, product_ids, kind, since, until, purchases)
              select old.organization_id, old.customer_id, product_ids, entitlements.billing_type_of(is_recurring), start, start, -1 from counted;
          end if;
          if tg_op <> 'DELETE' then
            with counted as materialized (select * from entitlements.counted_order(new)),
            renewed as (
              insert into entitlements.renewal_changes (organization_id, subscription_id, product_ids, start, currency, orders, amount, net_amount)
                select new.organization_id, new.subscription_id, product_ids, start, new.currency, 1, amount, net_amount
                from counted where is_recurring
            )
            insert into entitlements.customer_changes (organization_id, customer_id, product_ids, kind, since, until, purchases)
              select new.organization_id, new.customer_id, product_ids, entitlements.billing_type_of(is_recurring), start, start, 1 from counted;
          end if;
          return null;
        end
      $$;
      create trigger histories_are_rolled_up after insert or delete on entitlements.orders
        for each row execute function entitlements.record_order_histories();
      create trigger changed_histories_are_rolled_up after update on entitlements.orders
        for each row when (row(old.organization_id, old.customer_id, old.status, old.product_id, old.further_product_ids, old.subscription_id,
            old.purchased_at, old.created_at, old.currency, old.amount, old.refunded_amount)
          is distinct from row(new.organization_id, new.customer_id, new.status, new.product_id, new.further_product_ids, new.subscription_id,
            new.purchased_at, new.created_at, new.currency, new.amount, new.refunded_amount))
        execute function entitlements.record_order_histories();

      create function entitlements.record_subscription_histories() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            insert into entitlements.customer_changes (organization_id, customer_id, product_ids, kind, since, until, purchases)
              select old.organization_id, old.customer_id, product_ids, kind, since, until, -1 from entitlements.history_of_subscription(old);
          end if;
          if tg_op <> 'DELETE' then
            insert into entitlements.customer_changes (organization_id, customer_id, product_ids, kind, since, until, purchases)
              select new.organization_id, new.customer_id, product_ids, kind, since, until, 1 from entitlements.history_of_subscription(new);
          end if;
          return null;
        end
      $$;
      create trigger histories_of_subscriptions_are_rolled_up after insert or delete on entitlements.subscriptions
        for each row execute function entitlements.record_subscription_histories();
      create trigger changed_histories_of_subscriptions_are_rolled_up after update on entitlements.subscriptions
        for each row when (row(old.organization_id, old.customer_id, old.product_id, old.status, old.started_at, old.paused_at, old.ends_at, old.ended_at)
          is distinct from row(new.organization_id, new.customer_id, new.product_id, new.status, new.started_at, new.paused_at, new.ends_at,
            new.ended_at))
        execute function entitlements.record_subscription_histories();
    `);
  }
}
