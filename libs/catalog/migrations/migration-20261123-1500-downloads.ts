import { Migration } from '@mikro-orm/migrations';

/** How often customers downloaded files. */
export class Migration20261123_1500_Downloads extends Migration {
  override up(): void {
    this.addSql(`
      create table catalog.downloads (
        benefit_id uuid not null,
        file_id uuid not null,
        customer_id uuid not null,
        organization_id uuid not null,
        downloads integer not null,
        last_downloaded_at timestamptz not null,
        primary key (benefit_id, file_id, customer_id)
      );
      create table catalog.download_totals (
        benefit_id uuid not null,
        file_id uuid not null,
        organization_id uuid not null,
        downloads integer not null,
        downloaders integer not null,
        primary key (benefit_id, file_id)
      );
    `);
  }
}
