import { Migration } from '@mikro-orm/migrations';

/** The language of mails of an organization to recipients of whom none is known. */
export class Migration20261126_2701_Languages extends Migration {
  override up(): void {
    this.addSql('alter table organizations.organizations add column language text;');
  }
}
