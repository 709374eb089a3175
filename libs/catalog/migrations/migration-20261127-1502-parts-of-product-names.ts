import { Migration } from '@mikro-orm/migrations';

/** Products are found by a part of their name, however many have it. */
export class Migration20261127_1502_PartsOfProductNames extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists catalog.products_by_name_prefix');
    this.addSql(`create index concurrently products_by_name_prefix on catalog.products
      (organization_id, lower(name) text_pattern_ops) where deleted_at is null`);
    this.addSql('drop index concurrently if exists catalog.products_with_part_of_name');
    this.addSql(`create index concurrently products_with_part_of_name on catalog.products
      using gin (organization_id, lower(name) gin_trgm_ops) where deleted_at is null`);
  }
}
