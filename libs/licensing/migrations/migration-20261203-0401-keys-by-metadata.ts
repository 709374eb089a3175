import { Migration } from '@mikro-orm/migrations';

/** Lists of license keys find those with certain metadata. */
export class Migration20261203_0401_KeysByMetadata extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.license_keys_by_metadata');
    this.addSql(`create index concurrently license_keys_by_metadata on licensing.license_keys
      using gin (organization_id, metadata jsonb_path_ops) where metadata <> '{}'`);
  }
}
