import { Migration } from '@mikro-orm/migrations';

export class Migration20261120_1410_CustomFields extends Migration {
  override up(): void {
    this.addSql(`
      create table catalog.custom_fields (
        id uuid primary key,
        organization_id uuid not null,
        type text not null,
        slug text not null,
        name text not null,
        properties jsonb not null,
        metadata jsonb not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz
      );
      create unique index custom_fields_slug on catalog.custom_fields (organization_id, slug) where deleted_at is null;
      create index custom_fields_by_creation on catalog.custom_fields (organization_id, created_at, id) where deleted_at is null;
      create index custom_fields_by_name on catalog.custom_fields (organization_id, name, id) where deleted_at is null;
      create index custom_fields_by_type on catalog.custom_fields (organization_id, type, id) where deleted_at is null;
    `);
  }
}
