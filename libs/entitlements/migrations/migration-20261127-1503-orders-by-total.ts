import { Migration } from '@mikro-orm/migrations';

/** Lists of orders are sorted by what they show: the amount with tax. */
export class Migration20261127_1503_OrdersByTotal extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists entitlements.orders_by_total');
    this.addSql(`create index concurrently orders_by_total on entitlements.orders
      (organization_id, (amount::bigint + tax_amount), id)`);
  }
}
