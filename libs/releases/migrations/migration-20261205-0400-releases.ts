import { Migration } from '@mikro-orm/migrations';

export class Migration20261205_0400_Releases extends Migration {
  override up(): void {
    this.addSql(`
      create schema releases;

      create table releases.releases (
        id uuid primary key,
        organization_id uuid not null,
        product_id uuid not null,
        version text not null,
        version_scheme text not null,
        version_order text collate "C" not null,
        channel text not null,
        notes jsonb not null,
        status text not null,
        required_benefit_ids text[] not null,
        rollout_percentage integer not null,
        published_at timestamptz,
        yanked_at timestamptz,
        yank_reason text,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create unique index releases_by_version on releases.releases (organization_id, product_id, version_order);
      create index releases_by_creation on releases.releases (organization_id, created_at, id);
      create index releases_by_channel on releases.releases (organization_id, channel, created_at, id);
      create index releases_by_status on releases.releases (organization_id, status, created_at, id);

      create table releases.artifacts (
        id uuid primary key,
        organization_id uuid not null,
        release_id uuid not null,
        describes uuid,
        file_id uuid not null,
        name text not null,
        mime_type text not null,
        platform text not null,
        architecture text not null,
        kind text not null,
        size bigint not null,
        sha1 text not null,
        sha256 text not null,
        sha512 text not null,
        signature text,
        manifest text,
        created_at timestamptz not null
      );
      create index artifacts_of_file on releases.artifacts (organization_id, file_id);
      create unique index artifacts_by_name on releases.artifacts (organization_id, release_id, name);

      create table releases.downloads (
        organization_id uuid not null,
        release_id uuid not null,
        license_key_id uuid not null,
        downloads bigint not null,
        last_downloaded_at timestamptz not null,
        primary key (organization_id, release_id, license_key_id)
      );

      create table releases.download_totals (
        organization_id uuid not null,
        release_id uuid not null,
        downloads bigint not null,
        license_keys bigint not null,
        primary key (organization_id, release_id)
      );
    `);
  }
}
