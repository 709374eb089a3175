import { Migration } from '@mikro-orm/migrations';

/** The time zone in which a day that somebody chooses begins and ends. */
export class Migration20261126_1801_TimeZones extends Migration {
  override up(): void {
    this.addSql(`alter table organizations.organizations add column time_zone text not null default 'UTC';`);
  }
}
