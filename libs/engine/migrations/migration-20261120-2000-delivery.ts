import { Migration } from '@mikro-orm/migrations';

/** Records which subscriber has processed which event and which events are done; inserts into the outbox notify the relay. */
export class Migration20261120_2000_Delivery extends Migration {
  override up(): void {
    this.addSql(`
      alter table platform.outbox add column done_at timestamptz;
      create index outbox_open on platform.outbox (id) where sent_at is not null and done_at is null;

      create table platform.processed (
        event_id bigint not null,
        subscriber text not null,
        processed_at timestamptz not null default now(),
        primary key (event_id, subscriber)
      );

      create function platform.wake_relay() returns trigger language plpgsql as $$
        begin
          perform pg_notify('outbox', '');
          return null;
        end
      $$;
      create trigger wake_relay after insert on platform.outbox
        for each statement execute function platform.wake_relay();
    `);
  }
}
