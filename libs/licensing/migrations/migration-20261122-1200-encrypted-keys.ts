import { Migration } from '@mikro-orm/migrations';

/** Renames the column of the encrypted key strings, without rewriting a row. */
export class Migration20261122_1200_EncryptedKeys extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys rename column sealed_key to encrypted_key;');
  }
}
