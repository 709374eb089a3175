import { Migration } from '@mikro-orm/migrations';

/** Whether members of an organization have to sign in through its provider. */
export class Migration20261126_1100_SingleSignOnEnforced extends Migration {
  override up(): void {
    this.addSql('alter table organizations.organizations add column sso_enforced boolean not null default false;');
  }
}
