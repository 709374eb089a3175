import { Migration } from '@mikro-orm/migrations';

/** In which store the files of the database are: one row, as soon as a process has started. */
export class Migration20261128_1100_MediaStore extends Migration {
  override up(): void {
    this.addSql(`
      create table catalog.media_store (
        is_only boolean primary key default true check (is_only),
        id uuid not null
      )
    `);
  }
}
