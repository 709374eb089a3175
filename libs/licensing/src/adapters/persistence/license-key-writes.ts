import { insertEvents } from '#platform/outbox';
import type { Keyring } from '#platform/secrets';
import type { Activation } from '../../domain/activation.ts';
import type { LicenseKey } from '../../domain/license-key.ts';
import { instantOrNone, type LicenseKeyState, type LockedRow, type SealedRow, stateOf } from './license-key-records.ts';
import * as sql from './license-key-statements.ts';

interface Write {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** One array for each column, as `unnest` takes them. */
const columns = <T>(rows: readonly T[], ...each: ((row: T) => unknown)[]): unknown[][] => each.map((column) => rows.map(column));

const iso = (time: Date | null): string | null => time && time.toISOString();

const write = <T>(statement: { name: string; text: string }, rows: readonly T[], ...each: ((row: T) => unknown)[]): Write[] =>
  rows.length === 0 ? [] : [{ ...statement, values: columns(rows, ...each) }];

/** What was in the database when the transaction began, to tell what has changed since. */
export interface Loaded {
  readonly row: LockedRow;
  readonly activations: readonly Activation[];
}

const hasNewCounts = (key: LicenseKeyState, { row }: Loaded): boolean =>
  key.usage !== row.usage ||
  key.validations !== row.validations ||
  key.modifiedAt?.getTime() !== instantOrNone(row.modified_at)?.getTime();

const hasNewTerms = (key: LicenseKeyState, { row }: Loaded): boolean =>
  key.status !== row.status ||
  key.limitActivations !== row.limit_activations ||
  key.limitUsage !== row.limit_usage ||
  key.expiresAt?.getTime() !== instantOrNone(row.expires_at)?.getTime() ||
  key.grantRevision !== row.grant_revision;

/** All that one transaction writes, in one statement for each table and kind. Slots are freed before they are taken. */
export function writesFor(changed: readonly LicenseKey[], loaded: ReadonlyMap<LicenseKey, Loaded>, keyring: Keyring): Write[] {
  const withNewCounts = changed.filter((key) => hasNewCounts(stateOf(key), loaded.get(key)!)).map(stateOf);
  const withNewTerms = changed.filter((key) => hasNewTerms(stateOf(key), loaded.get(key)!)).map(stateOf);
  const isNew = (activation: Activation, key: LicenseKey): boolean => !loaded.get(key)!.activations.includes(activation);
  const made = changed.flatMap((key) => key.activations.filter((each) => isNew(each, key)));
  const ended = changed.flatMap((key) => key.activations.filter((each) => !isNew(each, key) && !each.isLive));
  const events = changed.flatMap((key) => key.pullEvents());
  return [
    ...write(
      sql.WRITE_COUNTERS,
      withNewCounts,
      (key) => key.organizationId,
      (key) => key.id,
      (key) => key.usage,
      (key) => key.validations,
      (key) => iso(key.lastValidatedAt),
      (key) => iso(key.modifiedAt),
    ),
    ...write(
      sql.WRITE_TERMS,
      withNewTerms,
      (key) => key.organizationId,
      (key) => key.id,
      (key) => key.status,
      (key) => key.limitActivations,
      (key) => key.limitUsage,
      (key) => iso(key.expiresAt),
      (key) => key.grantRevision,
    ),
    ...rotationsOf(changed, keyring),
    ...write(
      sql.DEACTIVATE,
      ended,
      (each) => each.organizationId,
      (each) => each.id,
      (each) => iso(each.deactivatedAt),
    ),
    ...write(
      sql.INSERT_ACTIVATIONS,
      made,
      (each) => each.organizationId,
      (each) => each.id,
      (each) => each.licenseKeyId,
      (each) => each.label,
      (each) => JSON.stringify(each.conditions),
      (each) => JSON.stringify(each.meta),
      (each) => each.device,
      (each) => iso(each.createdAt),
      (each) => iso(each.deactivatedAt),
    ),
    ...(events.length > 0 ? [insertEvents(events)] : []),
  ];
}

function rotationsOf(changed: readonly LicenseKey[], keyring: Keyring): Write[] {
  const rotated = changed
    .map((key) => ({ key: stateOf(key), replaced: key.pullReplacedStrings() }))
    .filter(({ replaced }) => replaced.length > 0);
  const strings = rotated.flatMap(({ key, replaced }) => [
    ...replaced.flatMap((old) =>
      keyring.digests('license-key', old.key).map((digest) => ({ key, digest, until: iso(old.validUntil) })),
    ),
    { key, digest: keyring.digest('license-key', key.key), until: null },
  ]);
  return [
    ...write(
      sql.WRITE_ROTATION,
      rotated,
      ({ key }) => key.organizationId,
      ({ key }) => key.id,
      ({ key }) => keyring.digest('license-key', key.key),
      ({ key }) => keyring.encrypt(key.key),
      ({ key }) => key.displayKey,
    ),
    ...write(
      sql.WRITE_STRINGS,
      strings,
      ({ key }) => key.organizationId,
      ({ digest }) => digest,
      ({ key }) => key.id,
      ({ until }) => until,
    ),
  ];
}

/** Claims the strings of new keys, in one order for everyone, so that two never wait for each other; then stores the keys. */
export function birthsOf(keys: readonly LicenseKey[], keyring: Keyring): { claim: Write; inserts: Write[] } {
  const states = keys.map(stateOf);
  const strings = states.flatMap((key) => keyring.digests('license-key', key.key).map((digest) => ({ key, digest })));
  strings.sort((some, other) => some.digest.compare(other.digest));
  const [claim] = write(
    sql.CLAIM_STRINGS,
    strings,
    ({ key }) => key.organizationId,
    ({ digest }) => digest,
    ({ key }) => key.id,
  );
  const inserts = write(
    sql.INSERT_KEYS,
    states,
    (key) => key.organizationId,
    (key) => key.id,
    (key) => key.customerId,
    (key) => key.memberId,
    (key) => key.benefitId,
    (key) => keyring.digest('license-key', key.key),
    (key) => keyring.encrypt(key.key),
    (key) => key.displayKey,
    (key) => key.status,
    (key) => key.limitActivations,
    (key) => key.activationCount,
    (key) => key.usage,
    (key) => key.limitUsage,
    (key) => key.validations,
    (key) => iso(key.expiresAt),
    (key) => iso(key.createdAt),
    (key) => key.grantId,
    (key) => key.grantRevision,
  );
  return { claim: claim!, inserts: [...inserts, insertEvents(keys.flatMap((key) => key.pullEvents()))] };
}

/** Seals strings anew, and has them found by the digest of the newest secret key alone. Claimed in the order of all claims. */
export function resealsOf(keys: readonly SealedRow[], keyring: Keyring): Write[] {
  const opened = keys.map((key) => {
    const string = keyring.decrypt(key.sealed_key);
    const [digest, ...older] = keyring.digests('license-key', string) as [Buffer, ...Buffer[]];
    return { ...key, string, digest, older };
  });
  const replaced = opened.flatMap(({ organization_id, older }) => older.map((digest) => ({ organization_id, digest })));
  return [
    ...write(
      sql.FORGET_STRINGS,
      replaced,
      (string) => string.organization_id,
      (string) => string.digest,
    ),
    ...write(
      sql.CLAIM_STRINGS,
      opened.toSorted((some, other) => some.digest.compare(other.digest)),
      (key) => key.organization_id,
      (key) => key.digest,
      (key) => key.id,
    ),
    ...write(
      sql.WRITE_SEALS,
      opened,
      (key) => key.organization_id,
      (key) => key.id,
      (key) => key.digest,
      (key) => keyring.encrypt(key.string),
    ),
  ];
}
