import { Migration } from '@mikro-orm/migrations';

/**
 * Of the transactions that insert into the outbox at the same time, only one notifies the relay. A transaction that notifies holds a
 * lock of the whole server until its commit is on disk, so all of them together would commit one after the other.
 */
export class Migration20261123_0800_OutboxNotification extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function platform.wake_relay() returns trigger language plpgsql as $$
        begin
          if pg_try_advisory_xact_lock('platform.outbox'::regclass::oid::bigint) then
            perform pg_notify('outbox', '');
          end if;
          return null;
        end
      $$;
    `);
  }
}
