import { Migration } from '@mikro-orm/migrations';

/** Batches of strings that nobody has claimed. The strings are in `licensing.pool_entries`, with the id of the batch as that of their pool. */
export class Migration20261206_0900_UnclaimedBatches extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.unclaimed_batches (
        organization_id uuid not null,
        id uuid not null,
        benefit_id uuid not null,
        name text not null,
        claim_until timestamptz,
        size integer not null check (size > 0),
        claimed integer not null check (claimed >= 0),
        stopped_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        primary key (organization_id, id)
      );
      create index unclaimed_batches_by_age on licensing.unclaimed_batches (organization_id, created_at, id);
      create index unclaimed_batches_by_benefit on licensing.unclaimed_batches (organization_id, benefit_id, created_at, id);
    `);
  }
}
