import { Migration } from '@mikro-orm/migrations';

/** The pending invitations of an organization. */
export class Migration20261125_0420_MemberInvitations extends Migration {
  override up(): void {
    this.addSql(`alter table organizations.organizations add column invitations jsonb not null default '[]';`);
  }
}
