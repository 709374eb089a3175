import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261123_0800_OutboxNotification extends Migration {
  override up(): void {
    this.addSql(`
      create function platform.wake_relay() returns trigger
          language plpgsql
          as $$
        begin
          if pg_try_advisory_xact_lock('platform.outbox'::regclass::oid::bigint) then
            perform pg_notify('outbox', '');
          end if;
          return null;
        end
      $$;

      create table platform.idempotency_keys (
        key bytea not null,
        step text not null,
        request bytea not null,
        started_at timestamptz not null,
        encrypted bytea not null,
        constraint idempotency_keys_pkey primary key (key, step)
      ) ; alter table ONLY platform.idempotency_keys alter column encrypted set STORAGE EXTERNAL;
      create index idempotency_keys_started on platform.idempotency_keys (started_at);

      create table platform.outbox (
        id bigint generated always as identity,
        name text not null,
        payload jsonb not null,
        organization_id uuid not null,
        aggregate_id uuid not null,
        occurred_at timestamptz not null,
        sent_at timestamptz,
        done_at timestamptz,
        is_bulk boolean default false not null,
        constraint outbox_pkey primary key (id)
      );
      create index outbox_done on platform.outbox (done_at) where (done_at is not null);
      create index outbox_open on platform.outbox (id) where ((sent_at is not null) and (done_at is null));
      create index outbox_unsent_by_organization on platform.outbox (is_bulk, organization_id, id) where (sent_at is null);

      create table platform.processed (
        event_id bigint not null,
        subscriber text not null,
        processed_at timestamptz default now() not null,
        constraint processed_pkey primary key (event_id, subscriber)
      );

      create trigger wake_relay after insert on platform.outbox for each statement execute function platform.wake_relay();
    `);
  }
}
