import { Migration } from '@mikro-orm/migrations';

/**
 * Sums that tell new from renewed subscriptions in whatever intervals are asked for. A row has what counts only in an interval that contains
 * two times, `since` and `start`: the start of a subscription and an order of it, or two orders of it, one after the other. Its `reach` says
 * which intervals may: 0 if both times are in one quarter of an hour, else by how many days they are apart at most. Times that are further
 * apart than the days of a month are in no row.
 */
export class Migration20261210_0901_RenewalSums extends Migration {
  override up(): void {
    this.addSql(`
      create table entitlements.unrolled_renewals (
        organization_id uuid not null,
        primary key (organization_id)
      );

      create table entitlements.renewal_changes (
        organization_id uuid not null,
        subscription_id uuid not null,
        id bigint generated always as identity,
        product_ids uuid[] not null,
        start timestamptz not null,
        currency text not null,
        orders bigint not null,
        amount bigint not null,
        net_amount bigint not null,
        primary key (organization_id, subscription_id, id)
      );
      create table entitlements.renewal_rollups (
        organization_id uuid not null,
        product_id uuid not null,
        grain text not null,
        reach smallint not null,
        day date not null,
        start timestamptz not null,
        since_day date not null,
        since timestamptz not null,
        currency text not null,
        amount bigint not null,
        net_amount bigint not null,
        repeated bigint not null,
        primary key (organization_id, product_id, grain, reach, day, start, since, currency)
      );
      create index renewal_rollups_by_first_day on entitlements.renewal_rollups (organization_id, product_id, reach, since_day)
        where grain = 'quarter' and since_day <> day;

      create function entitlements.reach_of(since timestamptz, start timestamptz) returns smallint language sql immutable parallel safe return
        case when start = since then 0 when start - since <= interval '2 days' then 2 when start - since <= interval '8 days' then 8
          when start - since <= interval '32 days' then 32 end;

      create function entitlements.renewals_of(s entitlements.subscriptions, before_changes boolean)
        returns table (product_id uuid, currency text, since timestamptz, start timestamptz, amount bigint, net_amount bigint, repeated bigint)
        language sql stable parallel safe as $$
          with paid as (
            select p.product_id, o.currency, c.start, 1::bigint as orders, c.amount, c.net_amount
            from entitlements.orders o, entitlements.counted_order(o) c,
              unnest(c.product_ids || '00000000-0000-0000-0000-000000000000'::uuid) as p (product_id)
            where o.organization_id = s.organization_id and o.subscription_id = s.id
            union all
            select p.product_id, c.currency, c.start, -c.orders, -c.amount, -c.net_amount
            from entitlements.renewal_changes c, unnest(c.product_ids || '00000000-0000-0000-0000-000000000000'::uuid) as p (product_id)
            where before_changes and c.organization_id = s.organization_id and c.subscription_id = s.id
          ), quarters as (
            select product_id, start, sum(orders)::bigint as orders, lag(start) over (partition by product_id order by start) as previous
            from paid group by product_id, start having sum(orders) > 0
          )
          select product_id, currency, since, start, sum(amount)::bigint, sum(net_amount)::bigint, sum(repeated)::bigint from (
            select product_id, currency, least(start, entitlements.quarter_of(s.started_at)) as since,
              greatest(start, entitlements.quarter_of(s.started_at)) as start, amount, net_amount, 0::bigint as repeated
            from paid
            union all
            select q.product_id, '', t.since, t.start, 0, 0, t.repeated
            from quarters q, lateral (values
              (q.start, q.start, q.orders - 1),
              (q.previous, q.start, 1),
              (least(q.start, entitlements.quarter_of(s.started_at)), greatest(q.start, entitlements.quarter_of(s.started_at)), 1),
              (case when q.previous is not null then least(q.previous, entitlements.quarter_of(s.started_at)) end,
                greatest(q.start, entitlements.quarter_of(s.started_at)), -1)
            ) as t (since, start, repeated)
            where t.since is not null
          ) as counted
          where entitlements.reach_of(since, start) is not null
          group by product_id, currency, since, start having sum(amount) <> 0 or sum(net_amount) <> 0 or sum(repeated) <> 0
        $$;

      create view entitlements.waiting_renewals as
        select s.organization_id, s.id as subscription_id, r.product_id, r.currency, r.since, r.start, w.sign * r.amount as amount,
          w.sign * r.net_amount as net_amount, w.sign * r.repeated as repeated
        from (select distinct organization_id, subscription_id from entitlements.renewal_changes) as c
          join entitlements.subscriptions s on s.organization_id = c.organization_id and s.id = c.subscription_id,
          lateral (values (1, false), (-1, true)) as w (sign, before_changes),
          lateral entitlements.renewals_of(s, w.before_changes) as r;

      create view entitlements.rolled_renewals as
        select organization_id, product_id, grain, reach, day, start, since_day, since, currency, amount, net_amount, repeated
          from entitlements.renewal_rollups
        union all
        select organization_id, product_id, 'change', entitlements.reach_of(since, start), (start at time zone 'UTC')::date, start,
            (since at time zone 'UTC')::date, since, currency, amount, net_amount, repeated
          from entitlements.waiting_renewals;

      create function entitlements.discard_renewals() returns trigger language plpgsql as $$
        begin
          insert into entitlements.unrolled_renewals (organization_id) values (new.organization_id) on conflict do nothing;
          return null;
        end
      $$;
      create trigger other_starts_are_rolled_up after update of started_at on entitlements.subscriptions
        for each row when (old.started_at is distinct from new.started_at) execute function entitlements.discard_renewals();
    `);
  }
}
