import { Migration } from '@mikro-orm/migrations';

/** Requests for codes from known devices are counted apart. Rewrites no row. */
export class Migration20261122_1610_KnownDevices extends Migration {
  override up(): void {
    this.addSql('alter table customer_portal.sign_ins add column is_from_known_device boolean not null default false;');
  }
}
