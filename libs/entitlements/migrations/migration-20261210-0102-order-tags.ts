import { Migration } from '@mikro-orm/migrations';

/** Tags of orders: the key finds orders by their tags, the index finds the tags of orders. */
export class Migration20261210_0102_OrderTags extends Migration {
  override up(): void {
    this.addSql(`
      create table entitlements.order_tags (
        organization_id uuid not null,
        tag text not null,
        order_id uuid not null,
        primary key (organization_id, tag, order_id)
      );
      create index order_tags_of_order on entitlements.order_tags (organization_id, order_id, tag);
    `);
  }
}
