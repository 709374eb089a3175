import { Migration } from '@mikro-orm/migrations';

/** Whoever takes events is woken by those that wait, and not by those that the worker which published them delivers itself. */
export class Migration20261206_0801_NotificationsOfWaitingEvents extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function platform.wake_relay() returns trigger
          language plpgsql
          as $$
        begin
          if exists (select from inserted where sent_at is null)
            and pg_try_advisory_xact_lock('platform.outbox'::regclass::oid::bigint) then
            perform pg_notify('outbox', '');
          end if;
          return null;
        end
      $$;
      create or replace trigger wake_relay after insert on platform.outbox
        referencing new table as inserted for each statement execute function platform.wake_relay();
    `);
  }
}
