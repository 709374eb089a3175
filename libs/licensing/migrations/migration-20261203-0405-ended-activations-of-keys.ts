import { Migration } from '@mikro-orm/migrations';

/** The timeline of a key has its ended activations, which were looked for among all of the organization. */
export class Migration20261203_0405_EndedActivationsOfKeys extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.activations_ended');
    this.addSql(`create index concurrently activations_ended on licensing.activations
      (organization_id, license_key_id, deactivated_at, id) where deactivated_at is not null`);
  }
}
