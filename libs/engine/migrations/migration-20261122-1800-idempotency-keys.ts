import { Migration } from '@mikro-orm/migrations';

/** What is stored under idempotency keys: a row for each step of a request, and one for its response. */
export class Migration20261122_1800_IdempotencyKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table platform.idempotency_keys (
        key bytea not null,
        step text not null,
        request bytea not null,
        started_at timestamptz not null,
        encrypted bytea not null,
        primary key (key, step)
      );
      -- What is encrypted cannot be compressed.
      alter table platform.idempotency_keys alter column encrypted set storage external;
      create index idempotency_keys_started on platform.idempotency_keys (started_at);
    `);
  }
}
