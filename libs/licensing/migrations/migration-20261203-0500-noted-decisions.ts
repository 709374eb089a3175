import { Migration } from '@mikro-orm/migrations';

/** The last decision about a grant that had no license key then: earlier ones, which may arrive later, issue none. */
export class Migration20261203_0500_NotedDecisions extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.noted_decisions (
        organization_id uuid not null,
        grant_id uuid not null,
        revision integer not null,
        primary key (organization_id, grant_id)
      );
    `);
  }
}
