import { Migration } from '@mikro-orm/migrations';

/** Which terms of a key were set by hand and no longer follow its benefit. Rewrites no row. */
export class Migration20261122_2110_TermsSetByHand extends Migration {
  override up(): void {
    this.addSql("alter table licensing.license_keys add column set_by_hand jsonb not null default '[]';");
  }
}
