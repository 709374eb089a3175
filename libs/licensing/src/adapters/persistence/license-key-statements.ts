/** The SQL of the group commit. Every statement takes a whole batch as arrays and is prepared once per connection. */

const millis = (column: string): string => `date_part('epoch', ${column}) * 1000`;

const COLUMNS = `k.id, k.organization_id, k.customer_id, k.benefit_id, k.grant_id, k.grant_revision, k.display_key, k.status, k.limit_activations, k.activation_count,
  k.usage, k.limit_usage, k.validations::float8 as validations, ${millis('k.last_validated_at')} as last_validated_at,
  ${millis('k.expires_at')} as expires_at, ${millis('k.created_at')} as created_at, ${millis('k.modified_at')} as modified_at`;

const ACTIVATION_COLUMNS = `a.id, a.organization_id, a.license_key_id, a.label, a.conditions, a.meta, a.device,
  ${millis('a.created_at')} as created_at, ${millis('a.modified_at')} as modified_at`;

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Rows are locked in the order of their ids, so that two processes never wait for each other. */
export const LOCK_BY_STRING: Statement = {
  name: 'license-keys-lock-by-string',
  text: `select w.n, null as sealed_key, ${COLUMNS}
    from unnest($1::int[], $2::uuid[], $3::bytea[]) as w (n, organization_id, digest)
    join licensing.license_keys k on k.organization_id = w.organization_id and k.digest = w.digest
    order by k.id for update of k`,
};

/**
 * Strings that a rotation replaced, and that still open their key. Also a key whose string got another digest while the first
 * statement waited for it.
 */
export const LOCK_BY_REPLACED_STRING: Statement = {
  name: 'license-keys-lock-by-replaced-string',
  text: `select w.n, k.sealed_key, ${COLUMNS}
    from unnest($1::int[], $2::uuid[], $3::bytea[]) as w (n, organization_id, digest)
    join licensing.key_strings s on s.organization_id = w.organization_id and s.digest = w.digest
    join licensing.license_keys k on k.organization_id = s.organization_id and k.id = s.license_key_id
    where s.valid_until > $4::timestamptz or k.digest = w.digest
    order by k.id for update of k`,
};

export const LOCK_BY_ID: Statement = {
  name: 'license-keys-lock-by-id',
  text: `select w.n, k.sealed_key, ${COLUMNS}
    from unnest($1::int[], $2::uuid[], $3::uuid[]) as w (n, organization_id, id)
    join licensing.license_keys k on k.organization_id = w.organization_id and k.id = w.id
    order by k.id for update of k`,
};

export const ACTIVATIONS_BY_ID: Statement = {
  name: 'license-keys-activations-by-id',
  text: `select ${ACTIVATION_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join licensing.activations a on a.organization_id = w.organization_id and a.id = w.id and a.deactivated_at is null`,
};

export const ACTIVATIONS_BY_DEVICE: Statement = {
  name: 'license-keys-activations-by-device',
  text: `select distinct on (a.id) ${ACTIVATION_COLUMNS}
    from unnest($1::uuid[], $2::bytea[], $3::text[]) as w (organization_id, digest, device)
    join licensing.key_strings s on s.organization_id = w.organization_id and s.digest = w.digest
    join licensing.activations a on a.organization_id = s.organization_id and a.license_key_id = s.license_key_id
      and a.device = w.device and a.deactivated_at is null`,
};

export const WRITE_COUNTERS: Statement = {
  name: 'license-keys-write-counters',
  text: `update licensing.license_keys k
    set usage = w.usage, validations = w.validations, last_validated_at = w.last_validated_at, modified_at = w.modified_at
    from unnest($1::uuid[], $2::uuid[], $3::int[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
      as w (organization_id, id, usage, validations, last_validated_at, modified_at)
    where k.organization_id = w.organization_id and k.id = w.id`,
};

export const WRITE_TERMS: Statement = {
  name: 'license-keys-write-terms',
  text: `update licensing.license_keys k
    set status = w.status, limit_activations = w.limit_activations, limit_usage = w.limit_usage, expires_at = w.expires_at,
      grant_revision = w.grant_revision
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::timestamptz[], $7::int[])
      as w (organization_id, id, status, limit_activations, limit_usage, expires_at, grant_revision)
    where k.organization_id = w.organization_id and k.id = w.id`,
};

export const WRITE_ROTATION: Statement = {
  name: 'license-keys-write-rotation',
  text: `update licensing.license_keys k
    set digest = w.digest, sealed_key = w.sealed_key, display_key = w.display_key
    from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::text[])
      as w (organization_id, id, digest, sealed_key, display_key)
    where k.organization_id = w.organization_id and k.id = w.id`,
};

export const WRITE_STRINGS: Statement = {
  name: 'license-keys-write-strings',
  text: `insert into licensing.key_strings (organization_id, digest, license_key_id, valid_until)
    select * from unnest($1::uuid[], $2::bytea[], $3::uuid[], $4::timestamptz[])
    on conflict (organization_id, digest) do update set valid_until = excluded.valid_until`,
};

/** For births: every string under every key of the ring, so that one that is known under an older key is taken too. */
export const CLAIM_STRINGS: Statement = {
  name: 'license-keys-claim-strings',
  text: `insert into licensing.key_strings (organization_id, digest, license_key_id)
    select * from unnest($1::uuid[], $2::bytea[], $3::uuid[])
    on conflict (organization_id, digest) do nothing returning license_key_id`,
};

export const INSERT_KEYS: Statement = {
  name: 'license-keys-insert',
  text: `insert into licensing.license_keys (organization_id, id, customer_id, member_id, benefit_id, digest, sealed_key, display_key, status,
      limit_activations, activation_count, usage, limit_usage, validations, expires_at, created_at, grant_id, grant_revision)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::bytea[], $7::bytea[], $8::text[],
      $9::text[], $10::int[], $11::int[], $12::int[], $13::int[], $14::bigint[], $15::timestamptz[], $16::timestamptz[],
      $17::uuid[], $18::int[])`,
};

/** The counter of a key moves by those rows that this statement made live or ended, and by nothing else. */
const countedIn = (rows: string, sign: '+' | '-'): string => `
  update licensing.license_keys k set activation_count = k.activation_count ${sign} c.number
    from (select organization_id, license_key_id, count(*)::int as number from ${rows} group by 1, 2) c
    where k.organization_id = c.organization_id and k.id = c.license_key_id`;

export const INSERT_ACTIVATIONS: Statement = {
  name: 'license-keys-insert-activations',
  text: `with made as (
      insert into licensing.activations
        (organization_id, id, license_key_id, label, conditions, meta, device, created_at, deactivated_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::jsonb[], $7::text[],
        $8::timestamptz[], $9::timestamptz[])
      returning organization_id, license_key_id, deactivated_at
    ), live as (select * from made where deactivated_at is null)
    ${countedIn('live', '+')}`,
};

export const DEACTIVATE: Statement = {
  name: 'license-keys-deactivate',
  text: `with ended as (
      update licensing.activations a set deactivated_at = w.deactivated_at
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as w (organization_id, id, deactivated_at)
      where a.organization_id = w.organization_id and a.id = w.id and a.deactivated_at is null
      returning a.organization_id, a.license_key_id
    )
    ${countedIn('ended', '-')}`,
};

const isOutdated = (key: string, mark: string): string => `substring(${key}.sealed_key for octet_length(${mark})) <> ${mark}`;

/** Keys that another secret key sealed than the one with this mark, locked in the order in which everyone locks them. */
export const LOCK_OUTDATED: Statement = {
  name: 'license-keys-lock-outdated',
  text: `select k.organization_id, k.id, k.sealed_key
    from (
      select organization_id, id from licensing.license_keys o
      where (organization_id, id) > ($1::uuid, $2::uuid) and ${isOutdated('o', '$3::bytea')}
      order by organization_id, id limit $4
    ) due
    join licensing.license_keys k on k.organization_id = due.organization_id and k.id = due.id
    where ${isOutdated('k', '$3::bytea')}
    order by k.id for update of k`,
};

/** Digests of current strings, when others have taken their place. */
export const FORGET_STRINGS: Statement = {
  name: 'license-keys-forget-strings',
  text: `delete from licensing.key_strings s using unnest($1::uuid[], $2::bytea[]) as w (organization_id, digest)
    where s.organization_id = w.organization_id and s.digest = w.digest and s.valid_until is null`,
};

export const WRITE_SEALS: Statement = {
  name: 'license-keys-write-seals',
  text: `update licensing.license_keys k set digest = w.digest, sealed_key = w.sealed_key
    from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as w (organization_id, id, digest, sealed_key)
    where k.organization_id = w.organization_id and k.id = w.id`,
};
