import { Migration } from '@mikro-orm/migrations';

/** Users find the invitations to them, and an invitation is found by its id. */
export class Migration20261125_0430_InvitationIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists organizations.organizations_by_invitation');
    this.addSql(
      'create index concurrently organizations_by_invitation on organizations.organizations using gin (invitations jsonb_path_ops)',
    );
  }
}
