import { Migration } from '@mikro-orm/migrations';

/** Tags of customers: the key finds customers by their tags, the index finds the tags of customers. */
export class Migration20261210_0101_CustomerTags extends Migration {
  override up(): void {
    this.addSql(`
      create table customer_portal.customer_tags (
        organization_id uuid not null,
        tag text not null,
        customer_id uuid not null,
        primary key (organization_id, tag, customer_id)
      );
      create index customer_tags_of_customer on customer_portal.customer_tags (organization_id, customer_id, tag);
    `);
  }
}
