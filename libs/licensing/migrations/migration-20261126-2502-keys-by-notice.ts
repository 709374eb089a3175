import { Migration } from '@mikro-orm/migrations';

/** Keys that expire, by the next notice. Nothing that the use of a key writes is in the index. */
export class Migration20261126_2502_KeysByNotice extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.license_keys_by_notice');
    this.addSql(`create index concurrently license_keys_by_notice on licensing.license_keys (notice_at)
      where notice_at is not null and expires_at is not null`);
  }
}
