import { Migration } from '@mikro-orm/migrations';

/**
 * Objects at a provider are those of the account: they are looked up by all of its connectors, also by deleted ones. Rows that the last
 * release stored for several connectors of an account become one when the next event tells of their object.
 */
export class Migration20261129_0401_ConnectorsOfAccounts extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists connectors.connectors_of_account');
    this.addSql('create index concurrently connectors_of_account on connectors.connectors (organization_id, provider)');
  }
}
