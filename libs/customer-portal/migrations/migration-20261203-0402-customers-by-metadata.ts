import { Migration } from '@mikro-orm/migrations';

/** Lists of customers find those with certain metadata. */
export class Migration20261203_0402_CustomersByMetadata extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists customer_portal.customers_by_metadata');
    this.addSql(`create index concurrently customers_by_metadata on customer_portal.customers
      using gin (organization_id, metadata jsonb_path_ops) where metadata <> '{}'`);
  }
}
