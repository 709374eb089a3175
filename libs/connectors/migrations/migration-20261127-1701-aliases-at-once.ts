import { Migration } from '@mikro-orm/migrations';

/** Each payment is looked for by its aliases, which reads the whole list of entries that wait to be moved into the index. */
export class Migration20261127_1701_AliasesAtOnce extends Migration {
  override up(): void {
    this.addSql('alter index connectors.subjects_by_alias set (fastupdate = off)');
    this.addSql(`select gin_clean_pending_list('connectors.subjects_by_alias')`);
  }
}
