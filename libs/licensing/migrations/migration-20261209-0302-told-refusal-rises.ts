import { Migration } from '@mikro-orm/migrations';

/** When organizations were told that refusals of license keys rise. */
export class Migration20261209_0302_ToldRefusalRises extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.told_refusal_rises (
        organization_id uuid not null,
        told_at timestamptz(3) not null,
        constraint told_refusal_rises_pkey primary key (organization_id)
      );
    `);
  }
}
