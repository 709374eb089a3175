import { Migration } from '@mikro-orm/migrations';

/** A view for the context metrics: whose seats there were, and when. */
export class Migration20261124_0600_SeatFigures extends Migration {
  override up(): void {
    this.addSql(`
      create view seats.seat_figures as
        select s.organization_id, p.customer_id, p.subscription_id, p.order_id, s.created_at, s.claimed_at,
          case when s.status = 'revoked' then s.revoked_at end as revoked_at
        from seats.seats s join seats.seat_pools p on p.organization_id = s.organization_id and p.id = s.pool_id;
    `);
  }
}
