import { Migration } from '@mikro-orm/migrations';

/**
 * Check-outs of floating keys are in the rows of their activations, so that validations and heartbeats read them without a further
 * statement. Heartbeats are frequent: they change nothing that is indexed, and pages keep room for them.
 */
export class Migration20261123_1000_Floating extends Migration {
  override up(): void {
    this.addSql(`
      alter table licensing.activations
        add column checkout_expires_at timestamptz,
        add column last_heartbeat_at timestamptz,
        add column sweep_at timestamptz,
        set (fillfactor = 85);
      create index activations_checked_out on licensing.activations (organization_id, license_key_id) where sweep_at is not null;
      create index activations_to_sweep on licensing.activations (sweep_at) where sweep_at is not null;
      create index leases_ended on licensing.leases (organization_id, license_key_id) where ended_at is not null;
    `);
  }
}
