import { Migration } from '@mikro-orm/migrations';

export class Migration20261120_1420_Files extends Migration {
  override up(): void {
    this.addSql(`
      create table catalog.files (
        id uuid primary key,
        organization_id uuid not null,
        service text not null,
        name text not null,
        version text,
        mime_type text not null,
        size integer not null,
        checksum_sha256 text,
        checksum_etag text,
        parts jsonb not null,
        uploaded_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz
      );
      create index files_by_creation on catalog.files (organization_id, created_at, id) where deleted_at is null;
    `);
  }
}
