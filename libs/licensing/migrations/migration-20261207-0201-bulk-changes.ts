import { Migration } from '@mikro-orm/migrations';

/** One action on many license keys, and what became of each of them. */
export class Migration20261207_0201_BulkChanges extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.bulk_changes (
        organization_id uuid not null,
        id uuid not null,
        action jsonb not null,
        status text not null check (status in ('running', 'done', 'cancelled', 'undoing', 'undone')),
        total integer not null check (total > 0),
        changed integer not null check (changed >= 0),
        refused integer not null check (refused >= 0),
        restored integer not null check (restored >= 0),
        kept integer not null check (kept >= 0),
        created_at timestamptz(3) not null,
        modified_at timestamptz(3),
        finished_at timestamptz(3),
        primary key (organization_id, id)
      );
      create index bulk_changes_by_age on licensing.bulk_changes (organization_id, created_at, id);

      create table licensing.bulk_change_entries (
        organization_id uuid not null,
        bulk_change_id uuid not null,
        license_key_id uuid not null,
        outcome text not null check (outcome in ('pending', 'changed', 'refused', 'restored', 'kept')),
        code text,
        before jsonb,
        after jsonb,
        primary key (organization_id, bulk_change_id, license_key_id)
      );
      create index bulk_change_entries_by_outcome on licensing.bulk_change_entries (organization_id, bulk_change_id, outcome, license_key_id);
    `);
  }
}
