import { Migration } from '@mikro-orm/migrations';

/** Filters of lists under a name. Those of a member end with the membership; those that are shared have no owner. */
export class Migration20261210_0701_SavedViews extends Migration {
  override up(): void {
    this.addSql(`
      create table organizations.saved_views (
        id uuid primary key,
        organization_id uuid not null,
        list text not null,
        author_id uuid not null,
        owner_id uuid,
        name text not null,
        filters jsonb not null,
        created_at timestamptz(3) not null,
        modified_at timestamptz(3),
        constraint saved_views_owner_fkey foreign key (organization_id, owner_id)
          references organizations.memberships (organization_id, user_id) on delete cascade
      );
      create unique index saved_views_by_name on organizations.saved_views (organization_id, owner_id, list, lower(name)) nulls not distinct;
    `);
  }
}
