import { Migration } from '@mikro-orm/migrations';

/** Finds the formats in which people type license keys, whenever a key is not found. */
export class Migration20261123_1210_TypedKeyFormats extends Migration {
  override up(): void {
    this.addSql(`
      create index benefits_with_typed_keys on catalog.benefits (organization_id)
        where deleted_at is null and properties -> 'key_format' -> 'accepts_typed_input' = 'true';
    `);
  }
}
