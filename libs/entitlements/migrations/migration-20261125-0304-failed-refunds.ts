import { Migration } from '@mikro-orm/migrations';

/** Refunds that failed at the payment provider. Rewrites no row. */
export class Migration20261125_0304_FailedRefunds extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.refunds add column status text not null default 'succeeded', add column modified_at timestamptz;
      alter table entitlements.orders add column failed_refund_total integer not null default 0;
    `);
  }
}
