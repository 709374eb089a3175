import { Migration } from '@mikro-orm/migrations';

/** Keys of which an entitlement ends, which are few. Nothing that the use of other keys writes is in the index. */
export class Migration20261206_0402_KeysByEndOfEntitlements extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.license_keys_by_entitlements_end');
    this.addSql(`create index concurrently license_keys_by_entitlements_end on licensing.license_keys (entitlements_end_at)
      where entitlements_end_at is not null`);
  }
}
