import { Migration } from '@mikro-orm/migrations';

/**
 * Sellers search their keys: by expiry, and by what is visible of a key. A key that does not expire comes after all others. The
 * columns do not change with validations, so that these still change nothing that is indexed.
 */
export class Migration20261125_0910_KeySearch extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.license_keys_by_expiry');
    this.addSql(`create index concurrently license_keys_by_expiry on licensing.license_keys
      (organization_id, (coalesce(expires_at, 'infinity'::timestamptz)), id)`);
    this.addSql('drop index concurrently if exists licensing.license_keys_by_status_and_expiry');
    this.addSql(`create index concurrently license_keys_by_status_and_expiry on licensing.license_keys
      (organization_id, status, (coalesce(expires_at, 'infinity'::timestamptz)), id)`);
    this.addSql('drop index concurrently if exists licensing.license_keys_by_benefit_and_status');
    this.addSql(`create index concurrently license_keys_by_benefit_and_status on licensing.license_keys
      (organization_id, benefit_id, status, created_at, id)`);
    this.addSql('drop index concurrently if exists licensing.license_keys_by_benefit_and_expiry');
    this.addSql(`create index concurrently license_keys_by_benefit_and_expiry on licensing.license_keys
      (organization_id, benefit_id, (coalesce(expires_at, 'infinity'::timestamptz)), id)`);
    this.addSql('drop index concurrently if exists licensing.license_keys_by_display_key');
    this.addSql(`create index concurrently license_keys_by_display_key on licensing.license_keys
      (organization_id, display_key)`);
  }
}
