import { Migration } from '@mikro-orm/migrations';

/** Units of counters that a device with a lease may use. */
export class Migration20261206_0500_LeasedUnits extends Migration {
  override up(): void {
    this.addSql('alter table licensing.leases add column if not exists units jsonb');
  }
}
