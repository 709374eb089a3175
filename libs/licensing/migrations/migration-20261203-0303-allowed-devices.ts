import { Migration } from '@mikro-orm/migrations';

/** The IDs of the devices on which a key may be used; null if it may be on any. */
export class Migration20261203_0303_AllowedDevices extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys add column allowed_devices jsonb');
  }
}
