import { Migration } from '@mikro-orm/migrations';

/** Strings by their normal form; those that have none yet; and those that share one. */
export class Migration20261126_1511_KeysByForm extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists licensing.key_strings_by_form');
    this.addSql(`create unique index concurrently key_strings_by_form on licensing.key_strings (organization_id, form)
      where form is not null`);
    this.addSql('drop index concurrently if exists licensing.key_strings_without_form');
    this.addSql(`create index concurrently key_strings_without_form on licensing.key_strings (organization_id, digest)
      where form is null and shares_form_with is null and valid_until is null`);
    this.addSql('drop index concurrently if exists licensing.key_strings_sharing_a_form');
    this.addSql(`create index concurrently key_strings_sharing_a_form on licensing.key_strings (organization_id, shares_form_with)
      where shares_form_with is not null`);
  }
}
