import { Migration } from '@mikro-orm/migrations';

/** Grants that users gave in a session of the provider of an organization. */
export class Migration20261126_1402_GrantsOfProviders extends Migration {
  override up(): void {
    this.addSql('alter table oauth.grants add column provider_organization_id uuid;');
  }
}
