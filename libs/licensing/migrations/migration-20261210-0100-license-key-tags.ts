import { Migration } from '@mikro-orm/migrations';

/** Tags of license keys: the key finds license keys by their tags, the index finds the tags of license keys. */
export class Migration20261210_0100_LicenseKeyTags extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.license_key_tags (
        organization_id uuid not null,
        tag text not null,
        license_key_id uuid not null,
        primary key (organization_id, tag, license_key_id)
      );
      create index license_key_tags_of_key on licensing.license_key_tags (organization_id, license_key_id, tag);
    `);
  }
}
