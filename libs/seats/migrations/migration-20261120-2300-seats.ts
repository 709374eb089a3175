import { Migration } from '@mikro-orm/migrations';

/**
 * A pool counts its seats, so that nobody has to; who changes a seat locks the pool. The checks are a second wall behind it.
 * `invitation_digest` is there while somebody may have the token: unknown, used and revoked ones are the same to a look-up.
 */
export class Migration20261120_2300_Seats extends Migration {
  override up(): void {
    this.addSql(`
      create schema seats;

      create table seats.seat_pools (
        organization_id uuid not null,
        id uuid not null,
        customer_id uuid not null,
        subscription_id uuid,
        order_id uuid,
        bought integer not null,
        used integer not null,
        revision integer not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        primary key (organization_id, id),
        unique (organization_id, subscription_id),
        unique (organization_id, order_id),
        check (num_nonnulls(subscription_id, order_id) = 1),
        check (used between 0 and bought)
      ) with (fillfactor = 80);
      create index seat_pools_by_customer on seats.seat_pools (organization_id, customer_id, id);

      create table seats.seats (
        organization_id uuid not null,
        id uuid not null,
        pool_id uuid not null,
        status text not null check (status in ('pending', 'claimed', 'revoked')),
        customer_id uuid,
        member_id uuid,
        email text,
        invitation integer not null,
        invitation_digest bytea,
        invitation_token_expires_at timestamptz,
        claimed_at timestamptz,
        revoked_at timestamptz,
        seat_metadata jsonb not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        primary key (organization_id, id),
        foreign key (organization_id, pool_id) references seats.seat_pools (organization_id, id)
      );
      create index seats_by_age on seats.seats (organization_id, pool_id, created_at, id);
      create index seats_by_email on seats.seats (organization_id, pool_id, lower(email)) where status <> 'revoked';
      create unique index seats_by_member on seats.seats (organization_id, pool_id, member_id) where status <> 'revoked';
      create index seats_of_member on seats.seats (organization_id, member_id, id) where status <> 'revoked';
      create index seats_used on seats.seats (organization_id, pool_id, id) where status <> 'revoked';
      create index seats_revoked on seats.seats (organization_id, pool_id, id) where status = 'revoked';
      create index seats_expiring on seats.seats (organization_id, pool_id, invitation_token_expires_at)
        where status = 'pending';
      create index seats_by_invitation on seats.seats (invitation_digest) where invitation_digest is not null;
    `);
  }
}
