import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261123_1600_ListsOfAttempts extends Migration {
  override up(): void {
    this.addSql(`
      create schema webhooks;

      create table webhooks.attempt_counts (
        organization_id uuid not null,
        endpoint_id uuid not null,
        type text not null,
        succeeded boolean not null,
        http_code integer not null,
        number bigint not null,
        constraint attempt_counts_pkey primary key (organization_id, endpoint_id, type, succeeded, http_code)
      );

      create table webhooks.attempts (
        id uuid not null,
        event_id uuid not null,
        endpoint_id uuid not null,
        organization_id uuid not null,
        type text not null,
        succeeded boolean not null,
        http_code integer,
        response text,
        created_at timestamp(3) with time zone not null,
        constraint attempts_pkey primary key (id)
      );
      create index attempts_failed on webhooks.attempts (organization_id, created_at desc, id desc) where (not succeeded);
      create index attempts_of_code_class on webhooks.attempts (organization_id, ((http_code / 100)), created_at desc, id desc) where (not succeeded);
      create index attempts_of_endpoint on webhooks.attempts (endpoint_id, created_at desc, id desc);
      create index attempts_of_event on webhooks.attempts (event_id);
      create index attempts_of_organization on webhooks.attempts (organization_id, created_at desc, id desc);
      create index attempts_of_type on webhooks.attempts (organization_id, type, created_at desc, id desc);

      create table webhooks.deliveries (
        event_id uuid not null,
        endpoint_id uuid not null,
        organization_id uuid not null,
        sequence bigint,
        is_test boolean not null,
        status text not null,
        attempts integer not null,
        next_attempt_at timestamp(3) with time zone not null,
        claimed_until timestamp(3) with time zone,
        last_http_code integer,
        created_at timestamp(3) with time zone not null,
        modified_at timestamp(3) with time zone,
        round integer default 0 not null,
        constraint deliveries_status_check check ((status = any (array['pending'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text]))),
        constraint deliveries_pkey primary key (event_id, endpoint_id)
      );
      create index deliveries_claimed on webhooks.deliveries (organization_id, endpoint_id, claimed_until) where ((status = 'pending'::text) and (claimed_until is not null));
      create index deliveries_pending on webhooks.deliveries (endpoint_id, next_attempt_at, sequence) where (status = 'pending'::text);

      create table webhooks.endpoints (
        id uuid not null,
        organization_id uuid not null,
        url text not null,
        name text,
        format text not null,
        events text[] not null,
        enabled boolean not null,
        secret bytea not null,
        previous_secret bytea,
        previous_secret_ends_at timestamp(3) with time zone,
        consecutive_failures integer not null,
        created_at timestamp(3) with time zone not null,
        modified_at timestamp(3) with time zone,
        deleted_at timestamp(3) with time zone,
        round integer default 0 not null,
        constraint endpoints_format_check check ((format = any (array['raw'::text, 'discord'::text, 'slack'::text]))),
        constraint endpoints_pkey primary key (id)
      );
      create index endpoints_of_organization on webhooks.endpoints (organization_id, created_at desc, id desc) where (deleted_at is null);

      create table webhooks.events (
        id uuid not null,
        organization_id uuid not null,
        sequence bigint,
        source_id bigint,
        type text not null,
        organization_name text not null,
        body text,
        occurred_at timestamp(3) with time zone not null,
        created_at timestamp(3) with time zone not null,
        constraint events_pkey primary key (id)
      );
      create index events_by_creation on webhooks.events (created_at);
      create unique index events_by_source on webhooks.events (source_id);
      create unique index events_in_feed on webhooks.events (organization_id, sequence);
      create index events_of_organization on webhooks.events (organization_id, created_at);
      create index events_with_body on webhooks.events (created_at) where (body is not null);

      create table webhooks.feeds (
        organization_id uuid not null,
        last_sequence bigint default 0 not null,
        read_at timestamp(3) with time zone,
        constraint feeds_pkey primary key (organization_id)
      );

      create table webhooks.pending_events (
        source_id bigint not null,
        organization_id uuid not null,
        type text not null,
        aggregate_id uuid not null,
        payload jsonb not null,
        occurred_at timestamp(3) with time zone not null,
        failures integer default 0 not null,
        next_attempt_at timestamp(3) with time zone,
        constraint pending_events_pkey primary key (source_id)
      );

      create table webhooks.skipping (
        endpoint_id uuid not null,
        constraint skipping_pkey primary key (endpoint_id)
      );

      create table webhooks.unreachable (
        endpoint_id uuid not null,
        constraint unreachable_pkey primary key (endpoint_id)
      );
    `);
  }
}
