import { Migration } from '@mikro-orm/migrations';

/** Finds what a customer has downloaded. */
export class Migration20261124_0501_DownloadsOfCustomers extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists catalog.downloads_by_customer');
    this.addSql('create index concurrently downloads_by_customer on catalog.downloads (organization_id, customer_id)');
  }
}
