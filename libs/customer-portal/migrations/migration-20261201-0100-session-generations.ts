import { Migration } from '@mikro-orm/migrations';

/** Sessions of an earlier generation have been ended, and those of a viewer say who looks. Rewrites no row. */
export class Migration20261201_0100_SessionGenerations extends Migration {
  override up(): void {
    this.addSql(`
      alter table customer_portal.customers add column session_generation integer not null default 0;
      alter table customer_portal.members add column session_generation integer not null default 0;
      alter table customer_portal.sign_in_codes add column generation integer not null default 0;
      alter table customer_portal.sessions
        add column generation integer not null default 0,
        add column viewer_type text,
        add column viewer_id uuid,
        add column is_read_only boolean not null default false;
    `);
  }
}
