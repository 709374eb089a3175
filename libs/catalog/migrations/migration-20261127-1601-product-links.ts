import { Migration } from '@mikro-orm/migrations';

/** Where customers renew and upgrade what they have bought. */
export class Migration20261127_1601_ProductLinks extends Migration {
  override up(): void {
    this.addSql('alter table catalog.products add column renewal_url text, add column upgrade_url text');
  }
}
