import { Migration } from '@mikro-orm/migrations';

/** Until when an ended activation holds its place, if that is before its lease is over. */
export class Migration20261201_0202_MovedPlaces extends Migration {
  override up(): void {
    this.addSql('alter table licensing.leases add column if not exists place_until timestamptz(3)');
  }
}
