import { Migration } from '@mikro-orm/migrations';

/**
 * Reserved units of the usage are in the row of their key, which is locked and read anyway. The time at which the last of them expires is
 * indexed, so that the worker finds what is left; validations do not change it.
 */
export class Migration20261124_0301_UsageReservations extends Migration {
  override up(): void {
    this.addSql(`
      alter table licensing.license_keys
        add column reservations jsonb,
        add column reserved_until timestamptz;
      create index license_keys_reserved on licensing.license_keys (reserved_until) where reserved_until is not null;
    `);
  }
}
