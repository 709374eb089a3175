import { Migration } from '@mikro-orm/migrations';

/** When devices that a key has beyond those that are granted are released. */
export class Migration20261204_0101_ReleasesOverLimit extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys add column if not exists release_at timestamptz(3)');
  }
}
