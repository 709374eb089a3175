import { Migration } from '@mikro-orm/migrations';

export class Migration20261120_1000_Outbox extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists platform;
      create table platform.outbox (
        id bigint generated always as identity primary key,
        name text not null,
        payload jsonb not null,
        organization_id uuid not null,
        aggregate_id uuid not null,
        occurred_at timestamptz not null,
        sent_at timestamptz
      );
      create index outbox_unsent on platform.outbox (id) where sent_at is null;
    `);
  }
}
