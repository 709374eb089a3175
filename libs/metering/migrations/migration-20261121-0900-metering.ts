import { Migration } from '@mikro-orm/migrations';

/**
 * Events are partitioned by when they arrived. Partitions are made ahead; what arrives without one goes to the default.
 * Keys are digests: external ids may be of any length.
 */
export class Migration20261121_0900_Metering extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists metering;

      create table metering.meters (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        unit text not null check (unit in ('scalar', 'token', 'custom')),
        custom_label text,
        custom_multiplier integer,
        filter jsonb not null,
        aggregation jsonb not null,
        metadata jsonb not null,
        thresholds jsonb not null,
        archived_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        number bigint not null generated always as identity,
        counted_to bigint,
        customer_meters bigint not null default 0
      );
      create index meters_by_name on metering.meters (organization_id, name, id);
      create index meters_by_creation on metering.meters (organization_id, created_at, id);

      create table metering.backlogs (
        id bigint generated always as identity primary key,
        meter_id uuid not null references metering.meters,
        organization_id uuid not null,
        after_seq bigint not null,
        to_seq bigint not null,
        cursor_at timestamptz not null default '-infinity',
        cursor_seq bigint not null default 0
      );
      create index backlogs_of_meter on metering.backlogs (meter_id);

      create table metering.windows (
        organization_id uuid primary key,
        latest_start timestamptz not null
      );

      create table metering.subjects (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid,
        customer_name text,
        external_key uuid,
        merged_into uuid references metering.subjects,
        known_meters bigint not null,
        first_event_at timestamptz
      );
      create unique index subjects_of_customer on metering.subjects (organization_id, customer_id) where merged_into is null;
      create unique index subjects_by_external_key on metering.subjects (organization_id, external_key);
      create index subjects_by_customer on metering.subjects (customer_id);

      create sequence metering.event_seq;
      create table metering.events (
        seq bigint not null default nextval('metering.event_seq'),
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
      create index events_by_arrival on metering.events (organization_id, ingested_at, seq);
      create index events_by_time on metering.events (organization_id, timestamp, id);
      create index events_of_subject on metering.events (subject_id, timestamp, id);
      create table metering.events_default partition of metering.events default;

      create function metering.make_partition(month date) returns void language plpgsql as $$
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
      select metering.make_partition((now() at time zone 'utc')::date);
      select metering.make_partition(((now() at time zone 'utc') + interval '1 month')::date);

      create table metering.event_ids (
        id uuid primary key,
        organization_id uuid not null,
        key uuid,
        ingested_at timestamptz not null,
        seq bigint not null
      );
      create table metering.event_keys (
        organization_id uuid not null,
        key uuid not null,
        event_id uuid not null,
        primary key (organization_id, key)
      );
      create table metering.event_links (
        organization_id uuid not null,
        parent_key uuid not null,
        child_id uuid not null,
        primary key (organization_id, parent_key, child_id)
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
        primary key (organization_id, name, source, shard)
      );
    `);
  }
}
