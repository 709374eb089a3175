import { Migration } from '@mikro-orm/migrations';

/** A purchase may have several grants of a benefit, each a piece: `benefit_grants_by_piece` keeps them apart. */
export class Migration20261126_1303_SeveralPieces extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.benefit_grants
        drop constraint benefit_grants_organization_id_customer_id_benefit_id_membe_key;
    `);
  }
}
