import { Migration } from '@mikro-orm/migrations';

/** Finds the verified domains whose record was not looked for lately. */
export class Migration20261126_1404_DomainsToCheck extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists identity.email_domains_to_check');
    this.addSql(
      'create index concurrently email_domains_to_check on identity.email_domains ((coalesce(checked_at, verified_at))) where verified_at is not null',
    );
  }
}
