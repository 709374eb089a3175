import { Migration } from '@mikro-orm/migrations';

/** There is one key for each benefit grant. */
export class Migration20261120_2110_GrantedKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table licensing.license_keys add column grant_id uuid, add column grant_revision integer;
      create unique index license_keys_by_grant on licensing.license_keys (organization_id, grant_id) where grant_id is not null;
    `);
  }
}
