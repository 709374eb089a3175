import { Migration } from '@mikro-orm/migrations';

/** By what the devices of trials are recognized. */
export class Migration20261203_0301_TrialComponents extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.trial_components (
        organization_id uuid not null,
        license_key_id uuid not null,
        name text not null,
        benefit_id uuid not null,
        digest text not null,
        constraint trial_components_pkey primary key (organization_id, license_key_id, name)
      )`);
    this.addSql(`
      create index trial_components_by_digest on licensing.trial_components (organization_id, benefit_id, digest)`);
  }
}
