import { Migration } from '@mikro-orm/migrations';

/** Stores with each event which request and which event caused it, and the context of its trace. No row is rewritten. */
export class Migration20261124_0700_EventOrigins extends Migration {
  override up(): void {
    this.addSql(`
      alter table platform.outbox
        add column request_id text check (length(request_id) <= 128),
        add column causation_id bigint,
        add column traceparent text check (length(traceparent) <= 64);
      create table platform.secret_keys (
        digest bytea primary key,
        first_used_at timestamptz not null default now()
      );
    `);
  }
}
