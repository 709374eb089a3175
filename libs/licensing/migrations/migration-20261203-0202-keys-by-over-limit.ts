import { Migration } from '@mikro-orm/migrations';

/** Keys over their limits, which are few. Nothing that the use of other keys writes is in the index. */
export class Migration20261203_0202_KeysByOverLimit extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.license_keys_by_over_limit');
    this
      .addSql(`create index concurrently license_keys_by_over_limit on licensing.license_keys (organization_id, over_limit_since, id)
      where over_limit_since is not null`);
  }
}
