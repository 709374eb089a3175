import { Migration } from '@mikro-orm/migrations';

/**
 * `form` is the keyed digest of the normal form of a string, by which it is found however it is written. `shares_form_with` is the
 * digest of the string that has the same normal form and was stored before: of both only the exact string works. `kind` says who made
 * the string and how it is written; null for strings from before this migration.
 */
export class Migration20261126_1510_KeyForms extends Migration {
  override up(): void {
    this.addSql(`
      alter table licensing.key_strings add column form bytea, add column shares_form_with bytea, add column kind text;
    `);
  }
}
