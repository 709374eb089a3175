import { Migration } from '@mikro-orm/migrations';

/** The organizations and the users of a quota are counted when somebody creates an organization. */
export class Migration20261126_1712_OrganizationQuotaIndexes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists organizations.organizations_by_creator');
    this.addSql('create index concurrently organizations_by_creator on organizations.organizations (creator_id)');
    this.addSql('drop index concurrently if exists organizations.users_by_quota');
    this.addSql('create index concurrently users_by_quota on organizations.users (quota_user_id)');
  }
}
