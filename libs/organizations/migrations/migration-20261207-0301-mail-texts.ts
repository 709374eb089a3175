import { Migration } from '@mikro-orm/migrations';

/** What organizations wrote for mails to their customers, instead of the texts of the service. */
export class Migration20261207_0301_MailTexts extends Migration {
  override up(): void {
    this.addSql(`
      create table organizations.mail_texts (
        organization_id uuid not null,
        mail text not null,
        language text not null,
        subject text not null,
        body text not null,
        modified_at timestamptz(3) not null,
        constraint mail_texts_pkey primary key (organization_id, mail, language)
      );
    `);
  }
}
