import { Migration } from '@mikro-orm/migrations';

/**
 * When it is announced next that a key expires. Rows that are there, and those that the release before this one inserts, get the
 * default: the worker looks at them once and calculates it. Rewrites no row.
 */
export class Migration20261126_2501_ExpiryNotices extends Migration {
  override up(): void {
    this.addSql(`alter table licensing.license_keys add column notice_at timestamptz default '1970-01-01T00:00:00Z'`);
  }
}
