import { Migration } from '@mikro-orm/migrations';

/** Increments of counters with what applications said about them: the newest of each key, which replace the oldest. */
export class Migration20261207_0101_KeyIncrements extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.key_increments (
        organization_id uuid not null,
        license_key_id uuid not null,
        position integer not null check (position >= 0),
        id uuid not null,
        counter text not null,
        units integer not null check (units > 0),
        activation_id uuid,
        metadata jsonb not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, license_key_id, position)
      );
      create index key_increments_by_age on licensing.key_increments (organization_id, license_key_id, created_at, id);
    `);
  }
}
