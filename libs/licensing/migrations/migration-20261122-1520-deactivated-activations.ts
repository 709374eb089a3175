import { Migration } from '@mikro-orm/migrations';

/** Deactivated activations are deleted some time later, the oldest first. */
export class Migration20261122_1520_DeactivatedActivations extends Migration {
  override up(): void {
    this.addSql(`
      create index activations_by_deactivation on licensing.activations (deactivated_at) where deactivated_at is not null;
    `);
  }
}
