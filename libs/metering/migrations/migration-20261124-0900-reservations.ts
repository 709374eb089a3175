import { Migration } from '@mikro-orm/migrations';

/** Reserved units of a balance, in the row of the customer meter. */
export class Migration20261124_0900_Reservations extends Migration {
  override up(): void {
    this.addSql('alter table metering.customer_meters add column reservations jsonb');
  }
}
