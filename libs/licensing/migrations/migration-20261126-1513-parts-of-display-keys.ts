import { Migration } from '@mikro-orm/migrations';

/** Keys are found by a part of what is displayed of them; nothing else of a key is indexed. */
export class Migration20261126_1513_PartsOfDisplayKeys extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.license_keys_with_display_key');
    this.addSql(`create index concurrently license_keys_with_display_key on licensing.license_keys
      using gin (organization_id, display_key gin_trgm_ops)`);
  }
}
