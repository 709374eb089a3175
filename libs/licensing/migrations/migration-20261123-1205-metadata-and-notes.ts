import { Migration } from '@mikro-orm/migrations';

/** What sellers keep with a key. Rewrites no row. */
export class Migration20261123_1205_MetadataAndNotes extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys add column metadata jsonb, add column notes text;');
  }
}
