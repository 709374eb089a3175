import { EMBEDDED_CUSTOMERS } from '#customer-portal/contract';
import { batchStatement, type TableStatement } from '#engine/persistence';
import {
  TIME_OF_CHECK_OUT,
  ACTIVATIONS,
  KEY_STRINGS,
  SIGNED_KEYS,
  KEYS,
  LOADED_ACTIVATION,
  PRESENTED_KEY,
  RESERVED_KEYS,
  WHOLE_KEY,
} from './license-key-records.ts';
import { placeOfActivation } from './sql/taken-slots.ts';
import { TIME_OF_RESERVATIONS } from './usage-reservation-statements.ts';

/** The SQL of the group commit. Every statement takes a whole batch as arrays and is prepared once per connection. */

const COLUMNS = `${WHOLE_KEY.selectList('k')}, ${TIME_OF_RESERVATIONS}`;
const PRESENTED_COLUMNS = `${PRESENTED_KEY.selectList('k')}, ${TIME_OF_RESERVATIONS}`;
/** One lookup in a primary key for each locked key. */
const CUSTOMER_DELETED = `exists (select from licensing.deleted_customers d
      where d.organization_id = w.organization_id and d.customer_id = k.customer_id) as "customerDeleted"`;
/** Responses to those who present a key embed its customer. */
const CUSTOMER = `(select e.customer from ${EMBEDDED_CUSTOMERS} e where e.id = k.customer_id) as customer`;
const ACTIVATION_COLUMNS = `${LOADED_ACTIVATION.selectList('a')}, ${TIME_OF_CHECK_OUT}`;
const COLUMNS_WITH_PROFILE = `${ACTIVATIONS.selectList('a')}, ${TIME_OF_CHECK_OUT}`;

/** Rows are locked in the order of their ids to avoid deadlocks. */
export const LOCK_BY_STRING = batchStatement(
  'license-keys-lock-by-string',
  { n: 'int', organizationId: 'uuid', value: 'bytea' },
  (w) => `select w.n, null as "encryptedKey", ${CUSTOMER}, ${CUSTOMER_DELETED}, ${PRESENTED_COLUMNS}
    from ${w} join licensing.license_keys k on k.organization_id = w.organization_id and k.digest = w.value
    order by k.id for update of k`,
);

/**
 * Finds keys by strings that a rotation replaced and that are still valid. Also finds a key whose string got a digest of
 * another secret while the first statement waited for its lock.
 */
export const LOCK_BY_REPLACED_STRING = batchStatement(
  'license-keys-lock-by-replaced-string',
  { n: 'int', organizationId: 'uuid', value: 'bytea', at: 'timestamptz' },
  (w) => `select w.n, k.encrypted_key as "encryptedKey", ${CUSTOMER}, ${CUSTOMER_DELETED}, ${PRESENTED_COLUMNS}
    from ${w} join licensing.key_strings s on s.organization_id = w.organization_id and s.digest = w.value
    join licensing.license_keys k on k.organization_id = s.organization_id and k.id = s.license_key_id
    where s.valid_until > w.at or k.digest = w.value
    order by k.id for update of k`,
);

export const LOCK_BY_ID = batchStatement(
  'license-keys-lock-by-id',
  { n: 'int', organizationId: 'uuid', value: 'uuid' },
  (w) => `select w.n, k.encrypted_key as "encryptedKey", null as customer, ${CUSTOMER_DELETED}, ${COLUMNS}
    from ${w} join licensing.license_keys k on k.organization_id = w.organization_id and k.id = w.value
    order by k.id for update of k`,
);

/** A statement that reads activations, and the same one for requests that describe a device. */
interface ActivationStatements<Row extends object> {
  readonly plain: TableStatement<Row>;
  readonly withProfile: TableStatement<Row>;
}

function readingActivations<Types extends Parameters<typeof batchStatement>[1]>(
  name: string,
  types: Types,
  select: (columns: string, w: string) => string,
): ActivationStatements<{ readonly [Name in keyof Types]: unknown }> {
  return {
    plain: batchStatement(name, types, (w) => select(ACTIVATION_COLUMNS, w)),
    withProfile: batchStatement(`${name}-with-profile`, types, (w) => select(COLUMNS_WITH_PROFILE, w)),
  };
}

export const ACTIVATIONS_BY_ID = readingActivations(
  'license-keys-activations-by-id',
  { organizationId: 'uuid', id: 'uuid' },
  (columns, w) => `select ${columns} from ${w}
    join licensing.activations a on a.organization_id = w.organization_id and a.id = w.id and a.deactivated_at is null`,
);

/** The activations, and others that share their places. */
export const INSTALLATIONS_BY_ID = readingActivations(
  'license-keys-installations-by-id',
  { organizationId: 'uuid', id: 'uuid' },
  (columns, w) => `select distinct on (a.id) ${columns} from ${w}
    join licensing.activations n on n.organization_id = w.organization_id and n.id = w.id
    cross join lateral (
      select * from licensing.activations first
        where first.organization_id = n.organization_id and first.id = ${placeOfActivation('n')}
      union all
      select * from licensing.activations sharing where sharing.organization_id = n.organization_id
        and sharing.license_key_id = n.license_key_id and sharing.place_id = ${placeOfActivation('n')}
    ) a where a.deactivated_at is null`,
);

export const ACTIVATIONS_BY_DEVICE = readingActivations(
  'license-keys-activations-by-device',
  { organizationId: 'uuid', value: 'bytea', device: 'text' },
  (columns, w) => `select distinct on (a.id) ${columns} from ${w}
    join licensing.key_strings s on s.organization_id = w.organization_id and s.digest = w.value
    join licensing.activations a on a.organization_id = s.organization_id and a.license_key_id = s.license_key_id
      and a.device = w.device and a.deactivated_at is null`,
);

export const ACTIVATIONS_BY_KEY_AND_DEVICE = readingActivations(
  'license-keys-activations-by-key-and-device',
  { organizationId: 'uuid', value: 'uuid', device: 'text' },
  (columns, w) => `select distinct on (a.id) ${columns} from ${w}
    join licensing.activations a on a.organization_id = w.organization_id and a.license_key_id = w.value
      and a.device = w.device and a.deactivated_at is null`,
);

/** The columns that validations and activations change. They have one statement of their own, to keep the frequent write small. */
export const USE = KEYS.only('usage', 'validations', 'lastValidatedAt', 'activationCount', 'recentNetworks', 'modifiedAt');

/** What the use of a key changes by its policy. */
export const POLICY_STATE = KEYS.only('expiresAt', 'policyState');

const ROTATION = KEYS.only('digest', 'encryptedKey', 'displayKey');
const RESERVATIONS = KEYS.only('reservations', 'reservedUntil');
const FIXED = KEYS.only('organizationId', 'id', 'grantId', 'createdAt');
export const NOTICE = KEYS.only('noticeAt');
export const OVER_LIMIT = KEYS.only('overLimitSince');
export const DEVICE_RELEASE = KEYS.only('releaseAt');

/** The units that are reserved; until when follows from them. */
export const RESERVED_UNITS = KEYS.only('reservations');

/** All other columns, which only sellers and purchases change. A new column belongs here unless another statement writes it. */
export const TERMS = KEYS.without(
  ...[USE, POLICY_STATE, ROTATION, RESERVATIONS, FIXED, NOTICE, OVER_LIMIT, DEVICE_RELEASE].flatMap(
    ({ properties }) => properties,
  ),
);

export const WRITE_USE = USE.update('license-keys-write-use');
/** For keys of which the use changes something by the policy, too: a row that is written twice in a transaction is stored twice. */
export const WRITE_USE_BY_POLICY = KEYS.only(...USE.properties, ...POLICY_STATE.properties).update(
  'license-keys-write-use-by-policy',
);
export const WRITE_TERMS = TERMS.update('license-keys-write-terms');
export const WRITE_ROTATION = ROTATION.update('license-keys-write-rotation');
export const WRITE_RESERVATIONS = RESERVATIONS.update('license-keys-write-reservations');
/** Stores the next moments at which the expiry of keys is announced. */
export const WRITE_NOTICES = NOTICE.update('license-keys-write-notices');
/** Stores since when keys are over their limits. */
export const WRITE_OVER_LIMIT = OVER_LIMIT.update('license-keys-write-over-limit');
/** Stores when devices beyond the limits of keys are released. */
export const WRITE_RELEASES = DEVICE_RELEASE.update('license-keys-write-releases');
export const WRITE_ENCRYPTED = KEYS.only('digest', 'encryptedKey').update('license-keys-write-encrypted');

export const WRITE_STRINGS = KEY_STRINGS.insert(
  'license-keys-write-strings',
  (insert) => `${insert} on conflict (organization_id, digest) do update set valid_until = excluded.valid_until`,
);

export const WRITE_SIGNED_KEYS = SIGNED_KEYS.upsert('license-keys-write-signed');
/** Changes nothing for a string that a seller chose in this form: it has no place. */
export const END_SIGNED_KEYS = SIGNED_KEYS.only('validUntil').update('license-keys-end-signed');

/** For new keys: inserts the digests by every secret of the keyring, so that a string stored by an older secret counts as taken, and so does one with the same normal form. */
export const CLAIM_STRINGS = KEY_STRINGS.without('validUntil').insert(
  'license-keys-claim-strings',
  (insert) => `${insert} on conflict do nothing returning license_key_id`,
);

export const INSERT_KEYS = KEYS.insert('license-keys-insert');

/** The strings and forms of a batch that keys of their organizations have or had. */
export const TAKEN_STRINGS = batchStatement(
  'license-keys-taken-strings',
  { organizationId: 'uuid', digest: 'bytea' },
  (w) => `select s.organization_id, w.digest from ${w}
    join licensing.key_strings s on s.organization_id = w.organization_id and (s.digest = w.digest or s.form = w.digest)`,
);

export const INSERT_RESERVATIONS = RESERVED_KEYS.insert('reserved-keys-insert');

export const DELETE_RESERVATIONS = RESERVED_KEYS.delete('reserved-keys-delete');

export const INSERT_ACTIVATIONS = ACTIVATIONS.insert('license-keys-insert-activations');
export const DEACTIVATE_ACTIVATIONS = ACTIVATIONS.only('deactivatedAt', 'modifiedAt').update('license-keys-deactivate');

/** A condition on the rows of a table: that they are of an organization, where they have to be of one. */
export type WhichRows = (table: string) => string;

/** Whether a string was encrypted by another secret than the one with this mark. */
export const isOutdated = (key: string, prefix: string): string =>
  `substring(${key}.encrypted_key for octet_length(${prefix})) <> ${prefix}`;

/** Keys that were encrypted by another secret than the one with this mark. They are locked in the same order as all other locks. */
export const OUTDATED_KEYS = {
  name: 'license-keys-lock-outdated',
  lock: (which: WhichRows): string => `
    select ${KEYS.only('organizationId', 'id', 'encryptedKey').selectList('k')}, (
      select s.kind from licensing.key_strings s where s.organization_id = k.organization_id and ${which('s')} and s.digest = k.digest
    ) as kind
    from (
      select organization_id, id from licensing.license_keys o
      where (organization_id, id) > ($1::uuid, $2::uuid) and ${which('o')} and ${isOutdated('o', '$3::bytea')}
      order by organization_id, id limit $4
    ) due
    join licensing.license_keys k on k.organization_id = due.organization_id and k.id = due.id
    where ${which('k')} and ${isOutdated('k', '$3::bytea')}
    order by k.id for update of k`,
  nextOrganization: `
    select organization_id from licensing.license_keys k
    where (organization_id, id) > ($1::uuid, $2::uuid) and ${isOutdated('k', '$3::bytea')} order by organization_id, id limit 1`,
};

export const NOTE_DECISION = {
  name: 'license-keys-note-decision',
  text: `insert into licensing.noted_decisions as n (organization_id, grant_id, revision) values ($1, $2, $3)
    on conflict (organization_id, grant_id) do update set revision = excluded.revision where n.revision < excluded.revision`,
};

export const RECORD_DELETION = {
  name: 'license-keys-record-deletion',
  text: `insert into licensing.deleted_customers (organization_id, customer_id) values ($1::uuid, $2::uuid) on conflict do nothing`,
};

/** Deletes digests of current strings that have been replaced by digests of the newest secret. */
export const DELETE_STRINGS = KEY_STRINGS.delete(
  'license-keys-delete-strings',
  (remove) => `${remove} and t.valid_until is null`,
);
