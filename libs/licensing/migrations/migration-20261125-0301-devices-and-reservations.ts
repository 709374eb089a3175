import { Migration } from '@mikro-orm/migrations';

/**
 * Finds the ended activations of devices, among which one that returns is looked for, and the time at which the last reservation of a
 * key expires, so that the worker finds what is left; validations do not change it. No row is in the indexes when they are made.
 */
export class Migration20261125_0301_DevicesAndReservations extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.activations_of_ended_devices');
    this.addSql(`
      create index concurrently activations_of_ended_devices on licensing.activations (organization_id, license_key_id, deactivated_at)
        where deactivated_at is not null and device_profile is not null`);
    this.addSql('drop index concurrently if exists licensing.license_keys_reserved');
    this.addSql(`
      create index concurrently license_keys_reserved on licensing.license_keys (reserved_until) where reserved_until is not null`);
  }
}
