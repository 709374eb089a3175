import { Migration } from '@mikro-orm/migrations';

export class Migration20261122_2200_Webhooks extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists webhooks;

      create table webhooks.endpoints (
        id uuid primary key,
        organization_id uuid not null,
        url text not null,
        name text,
        format text not null check (format in ('raw', 'discord', 'slack')),
        events text[] not null,
        enabled boolean not null,
        secret bytea not null,
        previous_secret bytea,
        previous_secret_ends_at timestamptz(3),
        consecutive_failures integer not null,
        created_at timestamptz(3) not null,
        modified_at timestamptz(3),
        deleted_at timestamptz(3)
      );
      create index endpoints_of_organization on webhooks.endpoints (organization_id, created_at desc, id desc) where deleted_at is null;

      create table webhooks.feeds (
        organization_id uuid primary key,
        last_sequence bigint not null default 0,
        read_at timestamptz(3)
      );

      create table webhooks.pending_events (
        source_id bigint primary key,
        organization_id uuid not null,
        type text not null,
        aggregate_id uuid not null,
        payload jsonb not null,
        occurred_at timestamptz(3) not null
      );

      create table webhooks.events (
        id uuid primary key,
        organization_id uuid not null,
        sequence bigint,
        source_id bigint,
        type text not null,
        organization_name text not null,
        body text,
        occurred_at timestamptz(3) not null,
        created_at timestamptz(3) not null
      );
      create unique index events_in_feed on webhooks.events (organization_id, sequence);
      create unique index events_by_source on webhooks.events (source_id);
      create index events_by_creation on webhooks.events (created_at);
      create index events_with_body on webhooks.events (created_at) where body is not null;
      create index events_of_organization on webhooks.events (organization_id, created_at);

      create table webhooks.deliveries (
        event_id uuid not null,
        endpoint_id uuid not null,
        organization_id uuid not null,
        sequence bigint,
        is_test boolean not null,
        status text not null check (status in ('pending', 'succeeded', 'failed', 'skipped')),
        attempts integer not null,
        next_attempt_at timestamptz(3) not null,
        claimed_until timestamptz(3),
        last_http_code integer,
        created_at timestamptz(3) not null,
        modified_at timestamptz(3),
        primary key (event_id, endpoint_id)
      );
      create index deliveries_pending on webhooks.deliveries (endpoint_id, next_attempt_at, sequence) where status = 'pending';
      create index deliveries_claimed on webhooks.deliveries (organization_id, endpoint_id, claimed_until)
        where status = 'pending' and claimed_until is not null;

      create table webhooks.attempts (
        id uuid primary key,
        event_id uuid not null,
        endpoint_id uuid not null,
        organization_id uuid not null,
        type text not null,
        succeeded boolean not null,
        http_code integer,
        response text,
        created_at timestamptz(3) not null
      );
      create index attempts_of_organization on webhooks.attempts (organization_id, created_at desc, id desc);
      create index attempts_of_endpoint on webhooks.attempts (endpoint_id, created_at desc, id desc);
      create index attempts_failed on webhooks.attempts (organization_id, created_at desc, id desc) where not succeeded;
      create index attempts_of_event on webhooks.attempts (event_id);

      create table webhooks.attempt_counts (
        organization_id uuid not null,
        endpoint_id uuid not null,
        type text not null,
        succeeded boolean not null,
        http_code integer not null,
        number bigint not null,
        primary key (organization_id, endpoint_id, type, succeeded, http_code)
      );
    `);
  }
}
