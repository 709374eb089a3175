import { Migration } from '@mikro-orm/migrations';

/** Lists the last downloads of an organization, of a release and of a license key. */
export class Migration20261206_0301_DownloadsByTime extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists releases.downloads_by_time');
    this.addSql(`
      create index concurrently downloads_by_time
        on releases.downloads (organization_id, last_downloaded_at desc, release_id, license_key_id)`);
    this.addSql('drop index concurrently if exists releases.downloads_of_releases');
    this.addSql(`
      create index concurrently downloads_of_releases
        on releases.downloads (organization_id, release_id, last_downloaded_at desc, license_key_id)`);
    this.addSql('drop index concurrently if exists releases.downloads_of_keys');
    this.addSql(`
      create index concurrently downloads_of_keys
        on releases.downloads (organization_id, license_key_id, last_downloaded_at desc, release_id)`);
  }
}
