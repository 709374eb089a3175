import { Migration } from '@mikro-orm/migrations';

/** The flags that came with the purchase of a key. Rewrites no row. */
export class Migration20261123_1200_Entitlements extends Migration {
  override up(): void {
    this.addSql(`
      alter table licensing.license_keys
        add column entitlements jsonb,
        add column entitlements_revision int not null default 0;
    `);
  }
}
