import { Migration } from '@mikro-orm/migrations';

/** The further rules of keys, and what they have to remember. Rewrites no row. */
export class Migration20261123_0900_LicensePolicies extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys add column policy jsonb, add column policy_state jsonb;');
  }
}
