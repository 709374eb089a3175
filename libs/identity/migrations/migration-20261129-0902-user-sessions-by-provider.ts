import { Migration } from '@mikro-orm/migrations';

/** Finds the sessions that a provider has opened. */
export class Migration20261129_0902_UserSessionsByProvider extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists identity.user_sessions_of_provider');
    this.addSql(
      'create index concurrently user_sessions_of_provider on identity.user_sessions (provider_organization_id) where provider_organization_id is not null',
    );
  }
}
