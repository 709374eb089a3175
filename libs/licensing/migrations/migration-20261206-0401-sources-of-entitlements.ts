import { Migration } from '@mikro-orm/migrations';

/** Where the entitlements of a key come from, if that is not only its own purchase, and when one that was given by hand ends. */
export class Migration20261206_0401_SourcesOfEntitlements extends Migration {
  override up(): void {
    this.addSql(`alter table licensing.license_keys
      add column if not exists entitlement_sources jsonb,
      add column if not exists entitlements_end_at timestamptz(3)`);
  }
}
