import { Migration } from '@mikro-orm/migrations';

/** When the records of verified domains were looked for, and since when they are missing. */
export class Migration20261126_1403_CheckedDomains extends Migration {
  override up(): void {
    this.addSql(`
      alter table identity.email_domains
        add column checked_at timestamptz,
        add column missing_since timestamptz,
        add column absences integer not null default 0;
    `);
  }
}
