import { Migration } from '@mikro-orm/migrations';

/** How far events were handed over. `to_seq` is the end of the range that is being handed over. */
export class Migration20261129_0200_EventSinks extends Migration {
  override up(): void {
    this.addSql(`
      create table metering.event_sinks (
        name text primary key,
        after_seq bigint not null default 0,
        to_seq bigint,
        claimed_until timestamptz,
        failures integer not null default 0,
        progressed_at timestamptz not null default clock_timestamp()
      );
    `);
  }
}
