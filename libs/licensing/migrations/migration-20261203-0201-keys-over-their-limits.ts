import { Migration } from '@mikro-orm/migrations';

/** Since when a key has more activations than its limit. Of rows that are there, that is noticed when they change. */
export class Migration20261203_0201_KeysOverTheirLimits extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys add column if not exists over_limit_since timestamptz(3)');
  }
}
