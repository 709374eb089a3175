import { Migration } from '@mikro-orm/migrations';

/** Whether a grant waits for a license key before it counts as granted. Rewrites no row: what was granted before has not waited. */
export class Migration20261127_1000_WaitingGrants extends Migration {
  override up(): void {
    this.addSql('alter table entitlements.benefit_grants add column brings_license_key boolean not null default false;');
  }
}
