import { Migration } from '@mikro-orm/migrations';

/** Finds what was allowed in sessions of a provider. */
export class Migration20261129_0904_GrantsByProvider extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists oauth.grants_of_provider');
    this.addSql(
      'create index concurrently grants_of_provider on oauth.grants (provider_organization_id) where provider_organization_id is not null',
    );
  }
}
