import { Migration } from '@mikro-orm/migrations';

/** Events that a subscriber could not process, for the organizations that they belong to. */
export class Migration20261126_1700_FailedEvents extends Migration {
  override up(): void {
    this.addSql(`
      create table platform.failed_events (
        id uuid not null default gen_random_uuid() primary key,
        organization_id uuid not null,
        event_id bigint not null,
        subscriber text not null,
        name text not null,
        aggregate_id uuid not null,
        occurred_at timestamptz not null,
        failed_at timestamptz(3) not null default now(),
        reason text not null,
        status text not null default 'failed',
        unique (event_id, subscriber)
      );
      create index failed_events_by_organization on platform.failed_events (organization_id, failed_at, id);
      create index failed_events_to_retry on platform.failed_events (failed_at) where status = 'retry_requested';
    `);
  }
}
