import { Migration } from '@mikro-orm/migrations';

/** What users see of the applications that they allowed. */
export class Migration20261126_1200_GrantsOfUsers extends Migration {
  override up(): void {
    this.addSql(`
      alter table oauth.grants
        add column scopes jsonb not null default '[]',
        add column created_at timestamptz(3) not null default now();
    `);
  }
}
