import { Migration } from '@mikro-orm/migrations';

/** How often keys were validated and activated, by the hour. API processes add up their counts every few seconds. */
export class Migration20261125_0920_KeyActivity extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.key_activity (
        organization_id uuid not null,
        hour timestamptz not null,
        validations bigint not null,
        activations bigint not null,
        primary key (organization_id, hour)
      ) with (fillfactor = 50);
    `);
  }
}
