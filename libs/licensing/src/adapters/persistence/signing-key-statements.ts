/** The SQL of the signing keys. Times are milliseconds, by the clock of the database. */

const ms = (column: string, as: string): string => `(extract(epoch from ${column}) * 1000)::float8 as "${as}"`;

export interface SignerRow {
  readonly encryptedPrivateKey: Buffer;
  readonly coversUntilMs: number;
}

export interface PublishedRow {
  readonly purpose: 'root' | 'signing';
  readonly publicKey: string;
  readonly encryptedPrivateKey: Buffer | null;
  readonly createdMs: number;
  readonly activeFromMs: number;
  readonly coversUntilMs: number;
  readonly nowMs: number;
  readonly state: 'current' | 'upcoming' | 'retired';
}

export interface OutdatedSigningKeyRow {
  readonly organizationId: string;
  readonly kid: string;
  readonly encryptedPrivateKey: Buffer;
}

const CURRENT_KEY = `select c.kid from licensing.signing_keys c
  where c.organization_id = $1 and c.purpose = 'signing' and c.active_from <= now() order by c.active_from desc, c.kid limit 1`;

export const CURRENT = {
  name: 'signing-keys-current',
  text: `select encrypted_private_key as "encryptedPrivateKey", ${ms('covers_until', 'coversUntilMs')}
    from licensing.signing_keys where organization_id = $1 and kid = (${CURRENT_KEY})`,
};

/** The first key is used at once: nobody can have read the set before. */
export const CREATE = {
  name: 'signing-keys-create',
  text: `with root as (
      insert into licensing.signing_keys (organization_id, kid, purpose, public_key, encrypted_private_key, created_at, active_from, covers_until)
      values ($1::uuid, $2::text, 'root', $3::text, $4::bytea, now(), now(), 'infinity')
      on conflict (organization_id) where purpose = 'root' do nothing returning organization_id)
    insert into licensing.signing_keys (organization_id, kid, purpose, public_key, encrypted_private_key, created_at, active_from, covers_until)
    select organization_id, $5::text, 'signing', $6::text, $7::bytea, now(), now(), now() from root`,
};

export const ADD = {
  name: 'signing-keys-add',
  text: `insert into licensing.signing_keys
      (organization_id, kid, purpose, public_key, encrypted_private_key, created_at, active_from, covers_until)
    select $1::uuid, $2::text, 'signing', $3::text, $4::bytea, now(), t.start, t.start
      from (select now() + make_interval(secs => $5::float8) as start) t`,
};

const RETIRED = `purpose = 'signing' and active_from <= now() and kid <> (${CURRENT_KEY})`;

export const RETIRE = {
  name: 'signing-keys-retire',
  text: `update licensing.signing_keys set encrypted_private_key = null
    where organization_id = $1 and ${RETIRED} and encrypted_private_key is not null`,
};

export const DELETE_RETIRED = {
  name: 'signing-keys-delete-retired',
  text: `delete from licensing.signing_keys where organization_id = $1 and ${RETIRED} and covers_until <= now()`,
};

export const COVER = {
  name: 'signing-keys-cover',
  text: `update licensing.signing_keys set covers_until = greatest(covers_until, $3::timestamptz)
    where organization_id = $1 and kid = $2`,
};

export const PUBLISHED = {
  name: 'signing-keys-published',
  text: `select k.purpose, k.public_key as "publicKey", ${ms('now()', 'nowMs')},
      case when k.purpose = 'root' then k.encrypted_private_key end as "encryptedPrivateKey",
      ${ms('k.created_at', 'createdMs')}, ${ms('k.active_from', 'activeFromMs')},
      case when k.purpose = 'root' then 0 else extract(epoch from k.covers_until) * 1000 end::float8 as "coversUntilMs",
      case when k.active_from > now() then 'upcoming' when k.kid = (${CURRENT_KEY}) then 'current' else 'retired' end as state
    from licensing.signing_keys k
    where k.organization_id = $1
      and (k.active_from > now() or k.covers_until > now() or k.kid = (${CURRENT_KEY}))
    order by k.active_from desc, k.kid`,
};

export const OUTDATED = {
  name: 'signing-keys-outdated',
  text: `select organization_id as "organizationId", kid, encrypted_private_key as "encryptedPrivateKey"
    from licensing.signing_keys where substring(encrypted_private_key for octet_length($1::bytea)) <> $1::bytea`,
};

/** Not if the key retired meanwhile. */
export const REENCRYPT = {
  name: 'signing-keys-reencrypt',
  text: `update licensing.signing_keys set encrypted_private_key = $4
    where organization_id = $1 and kid = $2 and encrypted_private_key = $3`,
};
