import { Migration } from '@mikro-orm/migrations';

/** `license_keys_with_display_key` finds what is displayed of a key, whole or in part: each key needs one entry less. */
export class Migration20261130_0301_DisplayedKeysByTrigram extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.license_keys_by_display_key');
  }
}
