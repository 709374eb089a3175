import { Migration } from '@mikro-orm/migrations';

export class Migration20261120_1300_Benefits extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists catalog;
      create table catalog.benefits (
        id uuid primary key,
        organization_id uuid not null,
        type text not null,
        description text not null,
        visibility text not null,
        selectable boolean not null default true,
        deletable boolean not null,
        properties jsonb not null,
        metadata jsonb not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz
      );
      create index benefits_by_age on catalog.benefits (organization_id, created_at, id) where deleted_at is null;
      create index benefits_by_description on catalog.benefits (organization_id, description, id) where deleted_at is null;
      create index benefits_by_type on catalog.benefits (organization_id, type, id) where deleted_at is null;
    `);
  }
}
