import { Migration } from '@mikro-orm/migrations';

/** Lists are read in the order of their index, pinned notes first. Notes about orders are not shown to everybody. */
export class Migration20261209_0100_Notes extends Migration {
  override up(): void {
    this.addSql(`
      create schema notes;

      create table notes.notes (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null,
        license_key_id uuid,
        order_id uuid,
        author_type text not null,
        author_id uuid not null,
        text text not null,
        is_pinned boolean not null,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create index notes_in_order on notes.notes (organization_id, is_pinned, created_at, id) include (order_id);
      create index notes_of_customer on notes.notes (organization_id, customer_id, is_pinned, created_at, id) include (order_id);
      create index notes_about_customer on notes.notes (organization_id, customer_id) where license_key_id is null and order_id is null;
      create index notes_of_license_key on notes.notes (organization_id, license_key_id, is_pinned, created_at, id)
        where license_key_id is not null;
      create index notes_of_order on notes.notes (organization_id, order_id, is_pinned, created_at, id)
        where order_id is not null;
      create index notes_by_words on notes.notes using gin
        (organization_id, (to_tsvector('simple', translate(text, '@./:_+<>&#-', '           '))));
    `);
  }
}
