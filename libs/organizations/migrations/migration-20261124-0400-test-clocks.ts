import { Migration } from '@mikro-orm/migrations';

/** How far the clocks of organizations of a sandbox were moved. Moves are numbered in the order of their commits. */
export class Migration20261124_0400_TestClocks extends Migration {
  override up(): void {
    this.addSql(`
      create table organizations.test_clocks (
        organization_id uuid primary key references organizations.organizations,
        ahead_ms bigint not null,
        status text not null,
        advanced_at timestamptz,
        revision bigint not null constraint test_clocks_revision unique
      );
    `);
  }
}
