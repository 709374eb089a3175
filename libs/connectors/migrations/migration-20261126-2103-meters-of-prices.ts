import { Migration } from '@mikro-orm/migrations';

export class Migration20261126_2103_MetersOfPrices extends Migration {
  override up(): void {
    // The last release takes a price of a meter for one that brings nothing.
    this.addSql('alter table connectors.prices add column meter_id uuid');
  }
}
