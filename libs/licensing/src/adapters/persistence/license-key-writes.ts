import type { BatchStatement } from '#engine/persistence';
import { placeOfSignedKey, SIGNED_KEY_MARK } from '#support/texts';
import type { Keyring } from '#engine/secrets';
import type { Activation } from '../../domain/activations/activation.ts';
import type { ReplacedString, StringKind } from '../../domain/keys/key-string.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { PresentedKeyState } from '../../domain/keys/license-key-fields.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { reservedUntil } from '../../domain/keys/usage-quota.ts';
import { type OutdatedKeyRow, type PresentedKeyRow, type WholeKeyRow, WRITE_CHECK_OUTS } from './license-key-records.ts';
import { WRITE_DEVICE_IDS, WRITE_DEVICES } from './device-statements.ts';
import { WRITE_INCREMENTS } from './key-increments.mapping.ts';
import { WRITE_LEASES } from './lease-statements.ts';
import { formDigests } from './sql/typed-strings.ts';
import * as sql from './license-key-statements.ts';

/** The stored state when the key was locked; what differs from it is written. */
export interface Loaded<Row extends PresentedKeyRow = PresentedKeyRow> {
  readonly row: Row;
  readonly activations: readonly Activation[];
}

interface StateOfKey<State, Row = PresentedKeyRow> {
  readonly state: State;
  readonly row: Row;
}

const statesOf = <State, Row extends PresentedKeyRow>(
  changed: readonly { readonly stored: State }[],
  loaded: ReadonlyMap<object, Loaded<Row>>,
): StateOfKey<State, Row>[] => changed.map((key) => ({ state: key.stored, row: loaded.get(key)!.row }));

/** All writes of one transaction for keys that applications presented. Every validation comes here, so that nothing is made that is not written. */
export function writesOfUse(changed: readonly PresentedLicenseKey[], loaded: ReadonlyMap<object, Loaded>): BatchStatement[] {
  const states = statesOf(changed, loaded);
  const reserving = sql.RESERVED_UNITS.changed(states);
  const byPolicy = sql.POLICY_STATE.changed(states);
  const others = byPolicy.length === 0 ? states : states.filter(({ state, row }) => !sql.POLICY_STATE.hasChanged(state, row));
  return [
    ...sql.WRITE_USE.of(sql.USE.changed(others)),
    ...sql.WRITE_USE_BY_POLICY.of(byPolicy),
    ...sql.WRITE_RESERVATIONS.of(reserving.map((state) => ({ ...state, reservedUntil: reservedUntil(state.reservations) }))),
    ...WRITE_INCREMENTS.of(changed.flatMap((key) => key.pullIncrements())),
    ...sql.WRITE_NOTICES.of(withNew('noticeAt', states, (noticeAt, row) => sql.NOTICE.hasChanged({ noticeAt }, row))),
    ...sql.WRITE_OVER_LIMIT.of(
      withNew('overLimitSince', states, (overLimitSince, row) => sql.OVER_LIMIT.hasChanged({ overLimitSince }, row)),
    ),
    ...sql.WRITE_RELEASES.of(withNew('releaseAt', states, (releaseAt, row) => sql.DEVICE_RELEASE.hasChanged({ releaseAt }, row))),
    ...writesOfActivations(changed, loaded),
  ];
}

/** All writes of one transaction for whole keys. */
export function writesOfChange(
  changed: readonly LicenseKey[],
  loaded: ReadonlyMap<object, Loaded<WholeKeyRow>>,
  keyring: Keyring,
): BatchStatement[] {
  return [
    ...sql.WRITE_TERMS.of(sql.TERMS.changed(statesOf(changed, loaded))),
    ...rotationsOf(changed, keyring),
    ...writesOfUse(changed, loaded),
  ];
}

/** Activations are ended before new ones are inserted. */
function writesOfActivations(changed: readonly PresentedLicenseKey[], loaded: ReadonlyMap<object, Loaded>): BatchStatement[] {
  const about = changed.filter(({ activations, leasing }) => activations.length > 0 || leasing);
  if (about.length === 0) return [];
  const isNew = (activation: Activation, key: PresentedLicenseKey): boolean => !loaded.get(key)!.activations.includes(activation);
  const made = about.flatMap((key) => key.activations.filter((each) => isNew(each, key)));
  const known = about.flatMap((key) => key.activations.filter((each) => !isNew(each, key)));
  const leases = about.flatMap((key) => key.leasing?.pullChanged() ?? []);
  return [
    ...sql.DEACTIVATE_ACTIVATIONS.of(known.filter(({ isLive }) => !isLive).map(stateOf)),
    ...WRITE_CHECK_OUTS.of(known.filter((each) => each.pullNewCheckOut()).map(stateOf)),
    ...WRITE_DEVICES.of(known.filter((each) => each.pullNewDevice()).map(stateOf)),
    ...WRITE_DEVICE_IDS.of(known.filter((each) => each.pullNewIds()).map(stateOf)),
    ...sql.INSERT_ACTIVATIONS.of(made.map(stateOf)),
    ...WRITE_LEASES.of(leases.map(stateOf)),
  ];
}

const stateOf = <State>({ stored }: { readonly stored: State }): State => stored;

type Moment = 'noticeAt' | 'overLimitSince' | 'releaseAt';

/** The states of which a moment is another one than was read. It is not read with a key that is presented. */
const withNew = <M extends Moment>(
  moment: M,
  states: readonly StateOfKey<PresentedKeyState>[],
  isOther: (value: Date | null, row: WholeKeyRow) => boolean,
) => {
  const due: ({ organizationId: string; id: string } & Record<M, Date | null>)[] = [];
  for (const { state, row } of states) {
    const { organizationId, id, [moment]: value } = state;
    if (value === undefined || (isWhole(row) && !isOther(value, row))) continue;
    due.push({ organizationId, id, [moment]: value } as { organizationId: string; id: string } & Record<M, Date | null>);
  }
  return due;
};

const isWhole = (row: PresentedKeyRow | WholeKeyRow): row is WholeKeyRow => 'noticeAt' in row;

/** The stored form of a string: a digest to find it by, and the string encrypted. */
const encrypted = (key: string, keyring: Keyring) => ({
  digest: keyring.digest('license-key', key),
  encryptedKey: keyring.encrypt(key),
});

/** The form of strings that nobody looks up by it, or not yet. */
const UNKNOWN_FORM = { form: null, sharesFormWith: null, kind: null };

function rotationsOf(changed: readonly LicenseKey[], keyring: Keyring): BatchStatement[] {
  const rotated = changed
    .map((key) => ({ state: key.stored, replaced: key.pullReplacedStrings() }))
    .filter(({ replaced }) => replaced.length > 0)
    .map(({ state, replaced }) => ({ ...state, replaced, ...encrypted(state.key, keyring) }));
  const strings = rotated.flatMap(({ organizationId, id: licenseKeyId, key: string, digest, replaced }) => [
    ...replaced.flatMap(({ key, validUntil }) =>
      keyring
        .digests('license-key', key)
        .map((old) => ({ organizationId, digest: old, licenseKeyId, validUntil, ...UNKNOWN_FORM })),
    ),
    {
      organizationId,
      digest,
      licenseKeyId,
      validUntil: null,
      form: formDigests(keyring, string, 'generated')[0]!,
      sharesFormWith: null,
      kind: 'generated' as const,
    },
  ]);
  return [...sql.WRITE_ROTATION.of(rotated), ...sql.WRITE_STRINGS.of(strings), ...signedKeysOf(rotated)];
}

/** Where the status lists have the new strings that are signed, and until when those are valid that they replaced. */
function signedKeysOf(
  keys: readonly {
    readonly organizationId: string;
    readonly id: string;
    readonly key: string;
    readonly replaced?: readonly ReplacedString[];
  }[],
): BatchStatement[] {
  const placed = keys.flatMap(({ organizationId, id: licenseKeyId, key }) => {
    const place = placeOfSignedKey(key);
    return place ? [{ organizationId, licenseKeyId, ...place, validUntil: null }] : [];
  });
  const ended = keys.flatMap(({ organizationId, id: licenseKeyId, replaced = [] }) =>
    replaced.flatMap(({ key, validUntil }) => {
      const place = placeOfSignedKey(key);
      return place ? [{ organizationId, licenseKeyId, serial: place.serial, validUntil }] : [];
    }),
  );
  return [...sql.WRITE_SIGNED_KEYS.of(placed), ...sql.END_SIGNED_KEYS.of(ended)];
}

/**
 * The digests of a string under every secret, for the key that has it. Claims are sorted by form, and so two that share a digest or a
 * form come in the same order everywhere: to avoid deadlocks.
 */
export const claimsOf = (
  { organizationId, licenseKeyId, key, kind }: { organizationId: string; licenseKeyId: string; key: string; kind: StringKind },
  keyring: Keyring,
) => {
  const forms = formDigests(keyring, key, kind);
  return keyring
    .digests('license-key', key)
    .map((digest, secret) => ({ organizationId, digest, licenseKeyId, form: forms[secret]!, sharesFormWith: null, kind }));
};

export const claimAll = (claims: ReturnType<typeof claimsOf>): BatchStatement[] =>
  sql.CLAIM_STRINGS.of(claims.toSorted((some, other) => some.form.compare(other.form)));

/** Claims the strings of new keys, and stores the keys, with the activations that they begin with, without their events. */
export function insertsOf(keys: readonly LicenseKey[], keyring: Keyring): { claim: BatchStatement; inserts: BatchStatement[] } {
  const states = keys.map(stateOf);
  const [claim] = claimAll(
    states.flatMap(({ organizationId, id: licenseKeyId, key, stringKind: kind = 'own' }) =>
      claimsOf({ organizationId, licenseKeyId, key, kind }, keyring),
    ),
  );
  const rows = states.map((state) => ({ ...state, ...encrypted(state.key, keyring), reservedUntil: null }));
  const activations = keys.flatMap((key) => key.activations).map(stateOf);
  const signed = signedKeysOf(
    states.filter(({ stringKind, key }) => stringKind === 'generated' && key.includes(SIGNED_KEY_MARK)),
  );
  return { claim: claim!, inserts: [...sql.INSERT_KEYS.of(rows), ...sql.INSERT_ACTIVATIONS.of(activations), ...signed] };
}

/** The positions of those whose string was already taken: fewer of its digests could be inserted than it has. */
export function takenOf<Each extends { readonly id: string }>(
  all: readonly Each[],
  claimed: readonly object[],
  digestsOf: (each: Each) => number,
): number[] {
  const claims = Map.groupBy(claimed as { license_key_id: string }[], ({ license_key_id }) => license_key_id);
  return all.flatMap((each, position) => ((claims.get(each.id)?.length ?? 0) < digestsOf(each) ? [position] : []));
}

/**
 * Encrypts strings with the newest secret and keeps only its digest; forms are digested by `KeyForms` later. Claims are sorted by digest, as for new keys. `write` stores the
 * encrypted strings.
 */
export function reencryptionsOf(
  keys: readonly OutdatedKeyRow[],
  keyring: Keyring,
  write: { of(opened: readonly (OutdatedKeyRow & { readonly digest: Buffer })[]): BatchStatement[] },
): BatchStatement[] {
  const opened = keys.map(({ organizationId, id, encryptedKey, kind }) => {
    const string = keyring.decrypt(encryptedKey);
    const [digest, ...older] = keyring.digests('license-key', string) as [Buffer, ...Buffer[]];
    return { organizationId, id, licenseKeyId: id, digest, older, encryptedKey: keyring.encrypt(string), ...UNKNOWN_FORM, kind };
  });
  const replaced = opened.flatMap(({ organizationId, older }) => older.map((digest) => ({ organizationId, digest })));
  return [
    ...sql.DELETE_STRINGS.of(replaced),
    ...sql.CLAIM_STRINGS.of(opened.toSorted((some, other) => some.digest.compare(other.digest))),
    ...write.of(opened),
  ];
}
