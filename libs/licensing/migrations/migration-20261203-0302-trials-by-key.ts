import { Migration } from '@mikro-orm/migrations';

/** The seller allows the device of a license key another trial. */
export class Migration20261203_0302_TrialsByKey extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.trials_by_key');
    this.addSql('create index concurrently trials_by_key on licensing.trials (organization_id, license_key_id)');
  }
}
