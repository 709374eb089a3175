import { Migration } from '@mikro-orm/migrations';

/** Lists of refunds and disputes by status do not read the others. */
export class Migration20261208_0108_RefundsAndDisputesByStatus extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists entitlements.refunds_by_status');
    this.addSql(`create index concurrently refunds_by_status on entitlements.refunds (organization_id, status, created_at, id)`);
    this.addSql('drop index concurrently if exists entitlements.disputes_by_status');
    this.addSql(
      `create index concurrently disputes_by_status on entitlements.disputes (organization_id, status, created_at, id)`,
    );
  }
}
