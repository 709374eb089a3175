import { Migration } from '@mikro-orm/migrations';

/** Reads all rows beside readers and writers, so that the table can be attached without being read under a lock. */
export class Migration20261129_0331_CheckedDayOfEventKeys extends Migration {
  override up(): void {
    this.addSql('alter table metering.event_keys validate constraint event_keys_since');
  }
}
