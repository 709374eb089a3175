import { Migration } from '@mikro-orm/migrations';

export class Migration20261206_0100_DownloadTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table releases.download_tokens (
        id uuid primary key,
        organization_id uuid not null,
        product_id uuid not null,
        license_key_id uuid not null,
        digest bytea not null,
        ending text not null,
        created_at timestamptz not null
      );
      create unique index download_tokens_by_digest on releases.download_tokens (organization_id, digest);
      create index download_tokens_of_key on releases.download_tokens (organization_id, license_key_id, created_at, id);
    `);
  }
}
