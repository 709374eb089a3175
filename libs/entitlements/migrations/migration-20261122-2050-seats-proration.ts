import { Migration } from '@mikro-orm/migrations';

/** How the last change of the number of seats was charged, for `subscription.seats_updated`. */
export class Migration20261122_2050_SeatsProration extends Migration {
  override up(): void {
    this.addSql(`alter table entitlements.subscriptions add column seats_proration text not null default 'prorate'`);
  }
}
