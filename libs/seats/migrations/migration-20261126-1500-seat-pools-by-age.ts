import { Migration } from '@mikro-orm/migrations';

/** Lists the pools of an organization, all of them or those of subscriptions or orders. None of the columns changes. */
export class Migration20261126_1500_SeatPoolsByAge extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists seats.seat_pools_by_age');
    this.addSql(`create index concurrently seat_pools_by_age on seats.seat_pools (organization_id, created_at, id)`);
    this.addSql('drop index concurrently if exists seats.seat_pools_by_kind');
    this.addSql(`create index concurrently seat_pools_by_kind on seats.seat_pools
      (organization_id, (order_id is null), created_at, id)`);
    this.addSql('drop index concurrently if exists seats.seat_pools_of_customer');
    this.addSql(`create index concurrently seat_pools_of_customer on seats.seat_pools
      (organization_id, customer_id, created_at, id)`);
  }
}
