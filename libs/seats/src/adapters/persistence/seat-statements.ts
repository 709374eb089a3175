/** The SQL of the group commit. Every statement takes a whole batch as arrays and is prepared once per connection. */

interface Statement {
  readonly name: string;
  readonly text: string;
}

const millis = (column: string): string => `date_part('epoch', ${column}) * 1000`;

const POOL_COLUMNS = `p.organization_id, p.id, p.customer_id, p.subscription_id, p.order_id, p.bought, p.used, p.revision,
  ${millis('p.created_at')} as created_at, ${millis('p.modified_at')} as modified_at`;

const SEAT_COLUMNS = `s.id, s.pool_id, s.status, s.customer_id, s.member_id, s.email, s.invitation, s.invitation_digest,
  ${millis('s.invitation_token_expires_at')} as invitation_token_expires_at, ${millis('s.claimed_at')} as claimed_at,
  ${millis('s.revoked_at')} as revoked_at, s.seat_metadata, ${millis('s.created_at')} as created_at,
  ${millis('s.modified_at')} as modified_at`;

/** In the order of their ids, so that two processes never wait for each other. */
export const LOCK_POOLS: Statement = {
  name: 'seats-lock-pools',
  text: `select ${POOL_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join seats.seat_pools p on p.organization_id = w.organization_id and p.id = w.id
    order by p.id for update of p`,
};

/** Runs after the lock, in a snapshot of its own: so it sees what whoever had the lock before has done. */
export const SEATS_BY_ID: Statement = {
  name: 'seats-by-id',
  text: `select ${SEAT_COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (organization_id, pool_id, id)
    join seats.seats s on s.organization_id = w.organization_id and s.id = w.id and s.pool_id = w.pool_id`,
};

export const SEATS_BY_MEMBER: Statement = {
  name: 'seats-by-member',
  text: `select ${SEAT_COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (organization_id, pool_id, member_id)
    join seats.seats s on s.organization_id = w.organization_id and s.pool_id = w.pool_id and s.member_id = w.member_id
      and s.status <> 'revoked'`,
};

export const SEATS_BY_EMAIL: Statement = {
  name: 'seats-by-email',
  text: `select ${SEAT_COLUMNS} from unnest($1::uuid[], $2::uuid[], $3::text[]) as w (organization_id, pool_id, email)
    join seats.seats s on s.organization_id = w.organization_id and s.pool_id = w.pool_id and lower(s.email) = lower(w.email)
      and s.status <> 'revoked'`,
};

/** As many as may be needed, if there are. */
export const REVOKED_SEATS: Statement = {
  name: 'seats-revoked',
  text: `select r.* from unnest($1::uuid[], $2::uuid[], $3::int[]) as w (organization_id, pool_id, needed)
    cross join lateral (select ${SEAT_COLUMNS} from seats.seats s
      where s.organization_id = w.organization_id and s.pool_id = w.pool_id and s.status = 'revoked'
      order by s.id limit w.needed) r`,
};

export const WRITE_POOLS: Statement = {
  name: 'seats-write-pools',
  text: `update seats.seat_pools p
    set bought = w.bought, used = w.used, revision = w.revision, modified_at = w.modified_at
    from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::timestamptz[])
      as w (organization_id, id, bought, used, revision, modified_at)
    where p.organization_id = w.organization_id and p.id = w.id`,
};

export const WRITE_SEATS: Statement = {
  name: 'seats-write-seats',
  text: `insert into seats.seats (organization_id, pool_id, id, status, customer_id, member_id, email, invitation,
      invitation_digest, invitation_token_expires_at, claimed_at, revoked_at, seat_metadata, created_at, modified_at)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::int[],
      $9::bytea[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::jsonb[], $14::timestamptz[],
      $15::timestamptz[])
    on conflict (organization_id, id) do update set status = excluded.status, customer_id = excluded.customer_id,
      member_id = excluded.member_id, email = excluded.email, invitation = excluded.invitation,
      invitation_digest = excluded.invitation_digest,
      invitation_token_expires_at = excluded.invitation_token_expires_at, claimed_at = excluded.claimed_at,
      revoked_at = excluded.revoked_at, seat_metadata = excluded.seat_metadata, modified_at = excluded.modified_at`,
};
