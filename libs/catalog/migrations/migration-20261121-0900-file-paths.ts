import { Migration } from '@mikro-orm/migrations';

export class Migration20261121_0900_FilePaths extends Migration {
  override up(): void {
    this.addSql(`
      alter table catalog.files add column path text not null;
      create index files_unfinished on catalog.files (created_at) where uploaded_at is null and deleted_at is null;
      create index files_deleted on catalog.files (deleted_at) where deleted_at is not null;
    `);
  }
}
