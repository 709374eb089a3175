import { Migration } from '@mikro-orm/migrations';

/** Keys of which devices are to be released, which are few. Nothing that the use of other keys writes is in the index. */
export class Migration20261204_0102_KeysByRelease extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.license_keys_by_release');
    this.addSql(`create index concurrently license_keys_by_release on licensing.license_keys (release_at)
      where release_at is not null`);
  }
}
