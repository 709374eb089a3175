import { Migration } from '@mikro-orm/migrations';

/** Reading many products in the order of their name takes the index alone. */
export class Migration20261127_2002_SearchOfProductsWithoutTable extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists catalog.products_search_by_name');
    this.addSql(`create index concurrently products_search_by_name on catalog.products
      (organization_id, lower(name) text_pattern_ops) include (name, id) where deleted_at is null`);
    this.addSql('drop index concurrently if exists catalog.products_by_name_prefix');
  }
}
