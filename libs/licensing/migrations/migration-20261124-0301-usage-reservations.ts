import { Migration } from '@mikro-orm/migrations';

/** Reserved units of the usage are in the row of their key, which is locked and read anyway. */
export class Migration20261124_0301_UsageReservations extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys add column reservations jsonb, add column reserved_until timestamptz');
  }
}
