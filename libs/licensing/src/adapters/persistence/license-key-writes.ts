import type { BatchStatement } from '#platform/persistence';
import type { Keyring } from '#platform/secrets';
import type { Activation } from '../../domain/activations/activation.ts';
import type { StringKind } from '../../domain/keys/key-string.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { LicenseKeyState } from '../../domain/keys/license-key-state.ts';
import { reservedUntil } from '../../domain/keys/usage-quota.ts';
import { LOADED_NOTICE, type LockedRow, type OutdatedKeyRow, stateOf } from './license-key-records.ts';
import { WRITE_CHECK_OUTS } from './check-out-statements.ts';
import { WRITE_NOTICES } from './expiry-notice-statements.ts';
import { CLEAR_DEVICE_IDS, WRITE_DEVICES } from './device-statements.ts';
import { WRITE_LEASES } from './lease-statements.ts';
import { RESERVATIONS, WRITE_RESERVATIONS } from './usage-reservation-statements.ts';
import { formDigests } from './sql/typed-strings.ts';
import * as sql from './license-key-statements.ts';

/** The stored state when the key was locked; what differs from it is written. */
export interface Loaded {
  readonly row: LockedRow;
  readonly activations: readonly Activation[];
}

/** All writes of one transaction, at most one statement of each kind. Activations are ended before new ones are inserted. */
export function writesFor(
  changed: readonly LicenseKey[],
  loaded: ReadonlyMap<LicenseKey, Loaded>,
  keyring: Keyring,
): BatchStatement[] {
  const states = changed.map((key) => ({ state: stateOf(key), row: loaded.get(key)!.row }));
  const differing = (part: { hasChanged(state: LicenseKeyState, row: LockedRow): boolean }): LicenseKeyState[] =>
    states.flatMap(({ state, row }) => (part.hasChanged(state, row) ? state : []));
  const isNew = (activation: Activation, key: LicenseKey): boolean => !loaded.get(key)!.activations.includes(activation);
  const made = changed.flatMap((key) => key.activations.filter((each) => isNew(each, key)));
  const ended = changed.flatMap((key) => key.activations.filter((each) => !isNew(each, key) && !each.isLive));
  const checkOuts = changed.flatMap((key) => key.activations.filter((each) => each.pullNewCheckOut() && !isNew(each, key)));
  const seen = changed.flatMap((key) => key.activations.filter((each) => !isNew(each, key)).flatMap(newDeviceOf));
  const leases = changed.flatMap((key) => key.leasing?.pullChanged() ?? []);
  return [
    ...sql.WRITE_USE.of(differing(sql.USE)),
    ...sql.WRITE_POLICY_STATE.of(differing(sql.POLICY_STATE)),
    ...WRITE_RESERVATIONS.of(
      differing(RESERVATIONS).map((state) => ({ ...state, reservedUntil: reservedUntil(state.reservations) })),
    ),
    ...sql.WRITE_TERMS.of(differing(sql.TERMS)),
    ...WRITE_NOTICES.of(states.flatMap(({ state, row }) => movedNotice(state, row))),
    ...rotationsOf(changed, keyring),
    ...sql.DEACTIVATE_ACTIVATIONS.of(ended),
    ...WRITE_CHECK_OUTS.of(checkOuts),
    ...CLEAR_DEVICE_IDS.of(seen.flatMap(({ what, activation }) => (what === 'id' ? { ...activation, device: null } : []))),
    ...WRITE_DEVICES.of(seen.map(({ activation }) => activation)),
    ...sql.INSERT_ACTIVATIONS.of(made),
    ...WRITE_LEASES.of(leases),
  ];
}

/** The next notice, unless it is the one that was read. */
function movedNotice({ organizationId, id, noticeAt }: LicenseKeyState, { noticeAt: before }: LockedRow) {
  const isSame =
    noticeAt === undefined || (before !== undefined && !LOADED_NOTICE.hasChanged({ noticeAt }, { noticeAt: before }));
  return isSame ? [] : [{ organizationId, id, noticeAt }];
}

const newDeviceOf = (activation: Activation) => {
  const what = activation.pullNewDevice();
  return what ? [{ what, activation }] : [];
};

/** The stored form of a string: a digest to find it by, and the string encrypted. */
const stored = (key: string, keyring: Keyring) => ({
  digest: keyring.digest('license-key', key),
  encryptedKey: keyring.encrypt(key),
});

/** Of strings that nobody looks up by their form, or not yet. */
const UNKNOWN_FORM = { form: null, sharesFormWith: null, kind: null };

function rotationsOf(changed: readonly LicenseKey[], keyring: Keyring): BatchStatement[] {
  const rotated = changed
    .map(({ organizationId, id, string }) => ({ organizationId, id, string, replaced: string.pullReplaced() }))
    .filter(({ replaced }) => replaced.length > 0)
    .map(({ string, ...key }) => ({
      ...key,
      string: string.value,
      displayKey: string.display,
      ...stored(string.value, keyring),
    }));
  const strings = rotated.flatMap(({ organizationId, id: licenseKeyId, string, digest, replaced }) => [
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
  return [...sql.WRITE_ROTATION.of(rotated), ...sql.WRITE_STRINGS.of(strings)];
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
  const rows = states.map((state) => {
    return { ...state, ...stored(state.key, keyring), noticeAt: state.noticeAt ?? null, reservedUntil: null };
  });
  const activations = keys.flatMap((key) => key.activations);
  return { claim: claim!, inserts: [...sql.INSERT_KEYS.of(rows), ...sql.INSERT_ACTIVATIONS.of(activations)] };
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
