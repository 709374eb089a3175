import { Migration } from '@mikro-orm/migrations';

/** Finds what a customer has downloaded. Rewrites no row. */
export class Migration20261124_0501_DownloadsOfCustomers extends Migration {
  override up(): void {
    this.addSql('create index downloads_by_customer on catalog.downloads (organization_id, customer_id);');
  }
}
