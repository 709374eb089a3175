import { Migration } from '@mikro-orm/migrations';

/** The color of an organization on pages for its customers. */
export class Migration20261125_0900_AccentColors extends Migration {
  override up(): void {
    this.addSql('alter table organizations.organizations add column accent_color text;');
  }
}
