import { Migration } from '@mikro-orm/migrations';

/**
 * Who holds seats is decided about one by one: each holder of a seat of a purchase has a revision of its own, so that many
 * who claim at once do not wait for each other. `seats_revision` is the last decision on the number of seats that a
 * subscription follows.
 */
export class Migration20261120_2310_SeatGrants extends Migration {
  override up(): void {
    this.addSql(`
      create table entitlements.seat_holders (
        organization_id uuid not null,
        purchase_id uuid not null,
        member_id uuid not null,
        revision integer not null,
        primary key (organization_id, purchase_id, member_id)
      );
      alter table entitlements.subscriptions add column seats_revision integer not null default 0;

      drop index entitlements.benefit_grants_by_subscription;
      drop index entitlements.benefit_grants_by_order;
      create index benefit_grants_by_subscription on entitlements.benefit_grants (organization_id, subscription_id, member_id);
      create index benefit_grants_by_order on entitlements.benefit_grants (organization_id, order_id, member_id);
    `);
  }
}
