import { Migration } from '@mikro-orm/migrations';

export class Migration20261206_0200_PackageRegistries extends Migration {
  override up(): void {
    this.addSql(`
      create table releases.repository_keys (
        organization_id uuid primary key,
        public_key text not null,
        encrypted_private_key bytea not null,
        created_at timestamptz not null
      );

      create table releases.image_blobs (
        organization_id uuid not null,
        artifact_id uuid not null,
        digest text not null,
        media_type text,
        position bigint not null,
        size bigint not null,
        primary key (organization_id, artifact_id, digest)
      );
      create index image_blobs_by_digest on releases.image_blobs (organization_id, digest);
    `);
  }
}
