import { Migration } from '@mikro-orm/migrations';

/** What a connector does with sales that are not mapped. Rewrites no row. */
export class Migration20261129_0402_SalesOfOthers extends Migration {
  override up(): void {
    this.addSql("alter table connectors.connectors add column unmapped text not null default 'report'");
    this.addSql('alter table connectors.connectors add column own_metadata text');
  }
}
