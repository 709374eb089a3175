import { Migration } from '@mikro-orm/migrations';

/** Benefits that were removed from a product, but not from those who had bought it. Rewrites no row. */
export class Migration20261122_1930_KeptBenefits extends Migration {
  override up(): void {
    this.addSql(`alter table catalog.products add column kept_benefits jsonb not null default '[]';`);
  }
}
