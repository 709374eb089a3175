import { Migration } from '@mikro-orm/migrations';

/** Finds the tokens that were made in sessions of a provider. */
export class Migration20261129_0901_AccessTokensByProvider extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists organizations.access_tokens_of_provider');
    this.addSql(
      'create index concurrently access_tokens_of_provider on organizations.access_tokens (provider_organization_id) where provider_organization_id is not null',
    );
  }
}
