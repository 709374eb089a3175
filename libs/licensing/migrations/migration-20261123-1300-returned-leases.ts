import { Migration } from '@mikro-orm/migrations';

/** Leases of devices that were activated by file can be returned by file. */
export class Migration20261123_1300_ReturnedLeases extends Migration {
  override up(): void {
    this.addSql('alter table licensing.leases add column device_key text, add column returned_at timestamptz;');
  }
}
