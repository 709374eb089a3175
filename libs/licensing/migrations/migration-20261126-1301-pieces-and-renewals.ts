import { Migration } from '@mikro-orm/migrations';

/** Which piece of a purchase a key is, and by which purchases it was renewed. Rewrites no row. */
export class Migration20261126_1301_PiecesAndRenewals extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys add column ordinal integer, add column renewals jsonb;');
  }
}
