import { Migration } from '@mikro-orm/migrations';

/** An order has at most one open dispute: the key of that begins with the organization. Disputes of an order are found by `disputes_by_order`. */
export class Migration20261126_1000_OpenDisputes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists entitlements.open_disputes');
    this.addSql(`
      create unique index concurrently open_disputes on entitlements.disputes (organization_id, order_id)
        where status in ('early_warning', 'needs_response', 'under_review')`);
  }
}
