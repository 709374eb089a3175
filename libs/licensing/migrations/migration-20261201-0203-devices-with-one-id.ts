import { Migration } from '@mikro-orm/migrations';

/** Where devices are compared, several may have the same ID, such as copies of a folder. */
export class Migration20261201_0203_DevicesWithOneId extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.activations_with_device');
    this.addSql(`
      create index concurrently activations_with_device on licensing.activations (organization_id, license_key_id, device)
        where deactivated_at is null and device is not null`);
    this.addSql('drop index concurrently if exists licensing.activations_by_device');
  }
}
