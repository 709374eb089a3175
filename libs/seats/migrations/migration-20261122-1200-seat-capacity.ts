import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261122_1200_SeatCapacity extends Migration {
  override up(): void {
    this.addSql(`
      create schema seats;

      create table seats.seat_pools (
        organization_id uuid not null,
        id uuid not null,
        customer_id uuid not null,
        subscription_id uuid,
        order_id uuid,
        capacity integer not null,
        assigned integer not null,
        revision integer not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        constraint seat_pools_check check ((num_nonnulls(subscription_id, order_id) = 1)),
        constraint seat_pools_check1 check (((assigned >= 0) and (assigned <= capacity))),
        constraint seat_pools_organization_id_order_id_key unique (organization_id, order_id),
        constraint seat_pools_organization_id_subscription_id_key unique (organization_id, subscription_id),
        constraint seat_pools_pkey primary key (organization_id, id)
      ) with (fillfactor='80');
      create index seat_pools_by_customer on seats.seat_pools (organization_id, customer_id, id);

      create table seats.seats (
        organization_id uuid not null,
        id uuid not null,
        pool_id uuid not null,
        status text not null,
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
        constraint seats_status_check check ((status = any (array['pending'::text, 'claimed'::text, 'revoked'::text]))),
        constraint seats_pkey primary key (organization_id, id),
        constraint seats_organization_id_pool_id_fkey foreign key (organization_id, pool_id) references seats.seat_pools(organization_id, id)
      );
      create index seats_assigned on seats.seats (organization_id, pool_id, id) where (status <> 'revoked'::text);
      create index seats_by_age on seats.seats (organization_id, pool_id, created_at, id);
      create index seats_by_email on seats.seats (organization_id, pool_id, lower(email)) where (status <> 'revoked'::text);
      create index seats_by_invitation on seats.seats (invitation_digest) where (invitation_digest is not null);
      create unique index seats_by_member on seats.seats (organization_id, pool_id, member_id) where (status <> 'revoked'::text);
      create index seats_claimed on seats.seats (organization_id, pool_id, member_id) where (status = 'claimed'::text);
      create index seats_expiring on seats.seats (organization_id, pool_id, invitation_token_expires_at) where (status = 'pending'::text);
      create index seats_of_member on seats.seats (organization_id, member_id, id) where (status <> 'revoked'::text);
      create index seats_revoked on seats.seats (organization_id, pool_id, id) where (status = 'revoked'::text);
    `);
  }
}
