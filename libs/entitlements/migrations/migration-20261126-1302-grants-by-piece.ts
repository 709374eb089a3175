import { Migration } from '@mikro-orm/migrations';

/** A grant's columns of who and what through which purchase are unique together with the piece, nulls included. */
export class Migration20261126_1302_GrantsByPiece extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists entitlements.benefit_grants_by_piece');
    this.addSql(`
      create unique index concurrently benefit_grants_by_piece on entitlements.benefit_grants
        (organization_id, customer_id, benefit_id, member_id, subscription_id, order_id, ordinal) nulls not distinct`);
  }
}
