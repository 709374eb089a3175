import { Migration } from '@mikro-orm/migrations';

/** Until now a path was made of what the file is for, whose it is, its id and its name; those that are there keep theirs. */
export class Migration20261121_0900_FilePaths extends Migration {
  override up(): void {
    this.addSql(`
      alter table catalog.files add column path text;
      update catalog.files set path = concat_ws('/', service, organization_id, id, name);
      alter table catalog.files alter column path set not null;
      create index files_unfinished on catalog.files (created_at) where uploaded_at is null and deleted_at is null;
      create index files_deleted on catalog.files (deleted_at) where deleted_at is not null;
    `);
  }
}
