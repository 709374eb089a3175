import { Migration } from '@mikro-orm/migrations';

/**
 * What is used adds up in three places, each touched once by an event: the balance of its subject, the quarter of an hour in
 * which it happened, and how often its name occurred. Sums are exact (`numeric`): they do not depend on the order of arrival.
 * Rows that everyone adds to are spread over shards, so that those who add at once do not wait for each other.
 */
export class Migration20261121_0901_Balances extends Migration {
  override up(): void {
    this.addSql(`
      create function metering.as_double(value numeric) returns double precision language plpgsql immutable parallel safe as $$
        begin
          if abs(value) between 1e-300 and 1e300 then
            return value;
          end if;
          return case
            when value > 1.7976931348623157e308 then 1.7976931348623157e308::double precision
            when value < -1.7976931348623157e308 then -1.7976931348623157e308::double precision
            when abs(value) < 5e-324 then 0::double precision
            else value::double precision
          end;
        end
      $$;
      create function metering.consumed(func text, events bigint, total numeric, lowest numeric, highest numeric, distinct_values bigint)
      returns numeric language sql immutable parallel safe as $$
        select coalesce(case func
          when 'count' then events
          when 'sum' then total
          when 'avg' then total / nullif(events, 0)
          when 'min' then lowest
          when 'max' then highest
          else distinct_values
        end, 0)
      $$;

      create table metering.balances (
        subject_id uuid not null,
        meter_id uuid not null,
        organization_id uuid not null,
        customer_meter_id uuid,
        func text not null,
        events bigint not null default 0,
        total numeric not null default 0,
        lowest numeric,
        highest numeric,
        distinct_values bigint not null default 0,
        credited numeric not null default 0,
        window_start timestamptz,
        peak numeric not null default 0,
        previous_peak numeric not null default 0,
        modified_at timestamptz,
        consumed_units numeric not null generated always as (
          metering.consumed(func, events, total, lowest, highest, distinct_values)
        ) stored,
        balance numeric not null generated always as (
          credited - metering.consumed(func, events, total, lowest, highest, distinct_values)
        ) stored,
        primary key (subject_id, meter_id)
      );
      create index balances_by_modification on metering.balances (meter_id, modified_at, customer_meter_id) where customer_meter_id is not null;
      create index balances_by_consumption on metering.balances (meter_id, consumed_units, customer_meter_id) where customer_meter_id is not null;
      create index balances_by_balance on metering.balances (meter_id, balance, customer_meter_id) where customer_meter_id is not null;

      create table metering.distinct_values (
        subject_id uuid not null,
        meter_id uuid not null,
        digest uuid not null,
        primary key (subject_id, meter_id, digest)
      );

      create table metering.customer_meters (
        id uuid primary key,
        organization_id uuid not null,
        meter_id uuid not null,
        subject_id uuid not null,
        customer_id uuid not null,
        customer_name text,
        credited_units double precision not null default 0,
        created_at timestamptz not null
      );
      create unique index customer_meters_of_subject on metering.customer_meters (subject_id, meter_id);
      create index customer_meters_of_customer on metering.customer_meters (customer_id, meter_id);
      create index customer_meters_by_id on metering.customer_meters (meter_id, id);
      create index customer_meters_by_creation on metering.customer_meters (meter_id, created_at, id);
      create index customer_meters_by_customer on metering.customer_meters (meter_id, customer_id, id);
      create index customer_meters_by_name on metering.customer_meters (meter_id, customer_name, id);
      create index customer_meters_by_credit on metering.customer_meters (meter_id, credited_units, id);

      create function metering.count_customer_meters() returns trigger language plpgsql as $$
      begin
        update metering.meters set customer_meters = customer_meters + added.rows
        from (
          select id, counted.rows from metering.meters
          join (select meter_id, count(*) as rows from after group by 1) as counted on id = meter_id
          order by id for update of meters
        ) as added where meters.id = added.id;
        return null;
      end $$;
      create trigger customer_meters_added after insert on metering.customer_meters
        referencing new table as after for each statement execute function metering.count_customer_meters();

      create table metering.quarters (
        meter_id uuid not null,
        quarter timestamptz not null,
        shard smallint not null,
        events bigint not null,
        total numeric not null,
        lowest numeric,
        highest numeric,
        primary key (meter_id, quarter, shard)
      );

      create table metering.credits (
        id uuid primary key,
        subject_id uuid not null,
        meter_id uuid not null,
        units integer not null,
        rollover boolean not null,
        at timestamptz not null
      );
      create index credits_of_balance on metering.credits (subject_id, meter_id, at);

      create table metering.crediting_grants (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null,
        subscription_id uuid,
        benefit_id uuid not null,
        meter_id uuid not null,
        units integer not null,
        rollover boolean not null,
        is_granted boolean not null,
        state_revision integer not null
      );
      create index crediting_grants_of_subscription on metering.crediting_grants (subscription_id) where is_granted;
    `);
  }
}
