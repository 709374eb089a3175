import { Migration } from '@mikro-orm/migrations';

/**
 * Sandboxes are deleted. Processes of the last release read `organizations.sandboxes`, which has deleted ones as well, and number moves of clocks by
 * the highest number of those that are stored.
 */
export class Migration20261207_0100_DeletedSandboxes extends Migration {
  override up(): void {
    this.addSql('alter table organizations.organizations add column deleted_at timestamptz(3);');
    this.addSql(`
      create view organizations.tenants as
        select id as organization_id, sandbox_of is not null as is_sandbox
        from organizations.organizations
        where deleted_at is null;
    `);
    this.addSql('create sequence organizations.test_clock_revisions;');
  }
}
