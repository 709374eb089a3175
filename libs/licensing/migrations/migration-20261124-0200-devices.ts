import { Migration } from '@mikro-orm/migrations';

/**
 * What activations know about their devices. The index has the ended activations of devices, among which one that returns is looked for; no row is
 * in it when it is made.
 */
export class Migration20261124_0200_Devices extends Migration {
  override up(): void {
    this.addSql(`
      alter table licensing.activations add column device_profile jsonb;
      create index activations_of_ended_devices on licensing.activations (organization_id, license_key_id, deactivated_at)
        where deactivated_at is not null and device_profile is not null;
    `);
  }
}
