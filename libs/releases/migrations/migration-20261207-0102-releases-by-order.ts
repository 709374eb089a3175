import { Migration } from '@mikro-orm/migrations';

/** Applications name a release by its version without the product. */
export class Migration20261207_0102_ReleasesByOrder extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists releases.releases_by_order');
    this.addSql('create index concurrently releases_by_order on releases.releases (organization_id, version_order)');
  }
}
