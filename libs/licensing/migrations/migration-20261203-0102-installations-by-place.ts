import { Migration } from '@mikro-orm/migrations';

/** Finds the activations that share a place. No row is in the index when it is made. */
export class Migration20261203_0102_InstallationsByPlace extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.activations_by_place');
    this.addSql(`
      create index concurrently activations_by_place on licensing.activations (organization_id, license_key_id, place_id)
        where deactivated_at is null and place_id is not null`);
  }
}
