import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261122_2302_CreditsOfCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create schema metering;

      create sequence metering.event_seq;

      create function metering.as_double(value numeric) returns double precision
          language plpgsql immutable parallel safe
          as $$
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

      create function metering.consumed(func text, events bigint, total numeric, lowest numeric, highest numeric, distinct_values bigint) returns numeric
          language sql immutable parallel safe
          as $$
        select coalesce(case func
          when 'count' then events
          when 'sum' then total
          when 'avg' then total / nullif(events, 0)
          when 'min' then lowest
          when 'max' then highest
          else distinct_values
        end, 0)
      $$;

      create function metering.count_customer_meters() returns trigger
          language plpgsql
          as $$
      begin
        update metering.meters set customer_meters = customer_meters + added.rows
        from (
          select id, counted.rows from metering.meters
          join (select meter_id, count(*) as rows from after group by 1) as counted on id = meter_id
          order by id for update of meters
        ) as added where meters.id = added.id;
        return null;
      end $$;

      create function metering.make_partition(month date) returns void
          language plpgsql
          as $$
      declare
        starts timestamptz := date_trunc('month', month::timestamp) at time zone 'utc';
        ends timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'utc';
        name text := 'events_' || to_char(month, 'YYYY_MM');
      begin
        if to_regclass('metering.' || name) is not null then
          return;
        end if;
        execute format('create table metering.%I (like metering.events including all)', name);
        execute format('with late as (delete from metering.events_default where ingested_at >= %L and ingested_at < %L returning *)
          insert into metering.%I select * from late', starts, ends, name);
        execute format('alter table metering.events attach partition metering.%I for values from (%L) to (%L)', name, starts, ends);
      end $$;

      create table metering.balances (
        subject_id uuid not null,
        meter_id uuid not null,
        organization_id uuid not null,
        customer_meter_id uuid,
        func text not null,
        events bigint default 0 not null,
        total numeric default 0 not null,
        lowest numeric,
        highest numeric,
        distinct_values bigint default 0 not null,
        credited numeric default 0 not null,
        window_start timestamptz,
        peak numeric default 0 not null,
        previous_peak numeric default 0 not null,
        modified_at timestamptz,
        is_ranked boolean default false not null,
        constraint balances_pkey primary key (subject_id, meter_id)
      ) with (fillfactor='50');
      create index balances_to_rank on metering.balances (meter_id, customer_meter_id) where ((not is_ranked) and (customer_meter_id is not null));

      create table metering.billing_windows (
        organization_id uuid not null,
        latest_start timestamptz not null,
        constraint billing_windows_pkey primary key (organization_id)
      );

      create table metering.crediting_grants (
        id uuid not null,
        organization_id uuid not null,
        customer_id uuid not null,
        subscription_id uuid,
        benefit_id uuid not null,
        meter_id uuid not null,
        units integer not null,
        rollover boolean not null,
        is_granted boolean not null,
        state_revision integer not null,
        constraint crediting_grants_pkey primary key (id)
      );
      create index crediting_grants_of_customer on metering.crediting_grants (customer_id);
      create index crediting_grants_of_subscription on metering.crediting_grants (subscription_id) where is_granted;

      create table metering.credits (
        id uuid not null,
        subject_id uuid not null,
        meter_id uuid not null,
        units double precision not null,
        rollover boolean not null,
        at timestamptz not null,
        constraint credits_pkey primary key (id)
      );
      create index credits_of_balance on metering.credits (subject_id, meter_id, at);

      create table metering.customer_meter_rankings (
        customer_meter_id uuid not null,
        meter_id uuid not null,
        subject_id uuid not null,
        modified_at timestamptz,
        consumed_units numeric not null,
        balance numeric not null,
        constraint customer_meter_rankings_pkey primary key (customer_meter_id)
      );
      create index customer_meter_rankings_by_balance on metering.customer_meter_rankings (meter_id, balance, customer_meter_id);
      create index customer_meter_rankings_by_consumption on metering.customer_meter_rankings (meter_id, consumed_units, customer_meter_id);
      create index customer_meter_rankings_by_modification on metering.customer_meter_rankings (meter_id, modified_at, customer_meter_id);

      create table metering.customer_meters (
        id uuid not null,
        organization_id uuid not null,
        meter_id uuid not null,
        subject_id uuid not null,
        customer_id uuid not null,
        customer_name text,
        credited_units double precision default 0 not null,
        created_at timestamptz not null,
        constraint customer_meters_pkey primary key (id)
      );
      create index customer_meters_by_creation on metering.customer_meters (meter_id, created_at, id);
      create index customer_meters_by_credit on metering.customer_meters (meter_id, credited_units, id);
      create index customer_meters_by_customer on metering.customer_meters (meter_id, customer_id, id);
      create index customer_meters_by_id on metering.customer_meters (meter_id, id);
      create index customer_meters_by_name on metering.customer_meters (meter_id, customer_name, id);
      create index customer_meters_of_customer on metering.customer_meters (customer_id, meter_id);
      create unique index customer_meters_of_subject on metering.customer_meters (subject_id, meter_id);

      create table metering.distinct_values (
        subject_id uuid not null,
        meter_id uuid not null,
        digest uuid not null,
        constraint distinct_values_pkey primary key (subject_id, meter_id, digest)
      );

      create table metering.event_ids (
        id uuid not null,
        organization_id uuid not null,
        key uuid,
        ingested_at timestamptz not null,
        seq bigint not null,
        constraint event_ids_pkey primary key (id)
      );

      create table metering.event_keys (
        organization_id uuid not null,
        key uuid not null,
        event_id uuid not null,
        constraint event_keys_pkey primary key (organization_id, key)
      );

      create table metering.event_links (
        organization_id uuid not null,
        parent_key uuid not null,
        child_id uuid not null,
        constraint event_links_pkey primary key (organization_id, parent_key, child_id)
      );
      create index event_links_of_child on metering.event_links (child_id);

      create table metering.event_names (
        organization_id uuid not null,
        name text not null,
        source text not null,
        shard smallint not null,
        occurrences bigint not null,
        first_seen timestamptz not null,
        last_seen timestamptz not null,
        constraint event_names_pkey primary key (organization_id, name, source, shard)
      );

      create table metering.events (
        seq bigint default nextval('metering.event_seq'::regclass) not null,
        id uuid not null,
        organization_id uuid not null,
        ingested_at timestamptz not null,
        timestamp timestamptz not null,
        source text not null,
        name text not null,
        subject_id uuid not null,
        customer_id uuid,
        external_customer_id text,
        member_id uuid,
        external_member_id text,
        external_id text,
        parent text,
        metadata jsonb not null
      ) partition by range (ingested_at);
      create index events_by_arrival on ONLY metering.events (organization_id, ingested_at, seq);
      create index events_by_time on ONLY metering.events (organization_id, timestamp, id);
      create index events_of_subject on ONLY metering.events (subject_id, timestamp, id);

      create table metering.meters (
        id uuid not null,
        organization_id uuid not null,
        name text not null,
        unit text not null,
        custom_label text,
        custom_multiplier integer,
        filter jsonb not null,
        aggregation jsonb not null,
        metadata jsonb not null,
        thresholds jsonb not null,
        archived_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        number bigint generated always as identity,
        counted_to bigint,
        customer_meters bigint default 0 not null,
        constraint meters_unit_check check ((unit = any (array['scalar'::text, 'token'::text, 'custom'::text]))),
        constraint meters_pkey primary key (id)
      );
      create index meters_by_creation on metering.meters (organization_id, created_at, id);
      create index meters_by_name on metering.meters (organization_id, name, id);

      create table metering.backfills (
        id bigint generated always as identity,
        meter_id uuid not null,
        organization_id uuid not null,
        after_seq bigint not null,
        to_seq bigint not null,
        cursor_at timestamptz default '-infinity'::timestamptz not null,
        cursor_seq bigint default 0 not null,
        constraint backfills_pkey primary key (id),
        constraint backfills_meter_id_fkey foreign key (meter_id) references metering.meters(id)
      );
      create index backfills_of_meter on metering.backfills (meter_id);

      create table metering.subjects (
        id uuid not null,
        organization_id uuid not null,
        customer_id uuid,
        customer_name text,
        external_key uuid,
        merged_into uuid,
        known_meters bigint not null,
        first_event_at timestamptz,
        former_key uuid,
        constraint subjects_pkey primary key (id),
        constraint subjects_merged_into_fkey foreign key (merged_into) references metering.subjects(id)
      );
      create index subjects_by_customer on metering.subjects (customer_id);
      create unique index subjects_by_external_key on metering.subjects (organization_id, external_key);
      create index subjects_by_former_key on metering.subjects (organization_id, former_key) where (former_key is not null);
      create unique index subjects_of_customer on metering.subjects (organization_id, customer_id) where (merged_into is null);

      create table metering.usage_buckets (
        meter_id uuid not null,
        bucket timestamptz not null,
        shard smallint not null,
        events bigint not null,
        total numeric not null,
        lowest numeric,
        highest numeric,
        constraint usage_buckets_pkey primary key (meter_id, bucket, shard)
      );

      create trigger customer_meters_added after insert on metering.customer_meters referencing new table as after for each statement execute function metering.count_customer_meters();

      create table metering.events_default partition of metering.events default;
      select metering.make_partition((now() at time zone 'utc')::date);
      select metering.make_partition(((now() at time zone 'utc') + interval '1 month')::date);
    `);
  }
}
