import { Migration } from '@mikro-orm/migrations';

/** The sandboxes whose data is being deleted, which are few. */
export class Migration20261207_0101_SandboxesToDelete extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists organizations.organizations_deleted');
    this.addSql(`create index concurrently organizations_deleted on organizations.organizations (deleted_at)
      where deleted_at is not null`);
  }
}
