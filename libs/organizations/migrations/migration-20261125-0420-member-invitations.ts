import { Migration } from '@mikro-orm/migrations';

/** Invitations are found by the address of the user whom they invite. */
export class Migration20261125_0420_MemberInvitations extends Migration {
  override up(): void {
    this.addSql(`
      alter table organizations.organizations add column invitations jsonb not null default '[]';
      create index organizations_by_invitation on organizations.organizations using gin (invitations jsonb_path_ops);
    `);
  }
}
