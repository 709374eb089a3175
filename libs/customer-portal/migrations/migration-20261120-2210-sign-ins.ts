import { Migration } from '@mikro-orm/migrations';

/** Whoever asks to sign in leaves a row, known or not. Codes are found by their first part and told by a keyed digest of the whole. */
export class Migration20261120_2210_SignIns extends Migration {
  override up(): void {
    this.addSql(`
      create table customer_portal.sign_ins (
        id uuid primary key,
        organization_id uuid not null,
        email_key text not null,
        customer_id uuid,
        requested_at timestamptz not null
      );
      create index sign_ins_by_email on customer_portal.sign_ins (organization_id, email_key, requested_at);
      create index sign_ins_by_time on customer_portal.sign_ins (requested_at);

      create table customer_portal.sign_in_codes (
        id uuid primary key,
        organization_id uuid not null,
        sign_in_id uuid not null references customer_portal.sign_ins (id) on delete cascade,
        customer_id uuid not null,
        email_key text not null,
        selector text not null,
        digest bytea not null,
        expires_at timestamptz not null,
        tries_left integer not null check (tries_left >= 0)
      );
      create index sign_in_codes_by_selector on customer_portal.sign_in_codes (selector);
      create index sign_in_codes_of_sign_in on customer_portal.sign_in_codes (sign_in_id);
    `);
  }
}
