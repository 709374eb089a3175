import { createHash } from 'node:crypto';
import { type Flag, opensChannel } from './channels.ts';
import type { ReleaseState } from './release.ts';

/** Why a license key does not get a release. The codes of licensing are those of `IncludedReleases`. */
export const WITHHELD = {
  UPDATES_ENDED: 'updates_ended',
  VERSION_TOO_OLD: 'version_too_old',
  VERSION_TOO_NEW: 'version_too_new',
} as const;

export type Reason =
  | (typeof WITHHELD)[keyof typeof WITHHELD]
  | 'channel_not_included'
  | 'entitlement_missing'
  /** The license key is revoked, disabled, expired, or not valid otherwise. */
  | 'license_not_valid';

/** A license key that works. */
export interface License {
  readonly flags: readonly Flag[];
  /** The code with which licensing refuses the release; null if the key includes it. */
  readonly refusal: string | null;
}

type Asked = Pick<ReleaseState, 'channel' | 'requiredBenefitIds'>;

/** Why the license key does not get the release; null if it does. */
export function withheld({ channel, requiredBenefitIds }: Asked, { flags, refusal }: License): Reason | null {
  if (refusal !== null) return WITHHELD[refusal as keyof typeof WITHHELD];
  if (!opensChannel(flags, channel)) return 'channel_not_included';
  const has = new Set(flags.map(({ benefit_id }) => benefit_id));
  return requiredBenefitIds.every((id) => has.has(id)) ? null : 'entitlement_missing';
}

/**
 * Whether a device is among those to which a release is rolled out. A device that is stays so when the percentage grows, and devices that
 * get one release early are not those that get all.
 */
export function isRolledOutTo(
  { id, rolloutPercentage }: Pick<ReleaseState, 'id' | 'rolloutPercentage'>,
  device: string,
): boolean {
  const digest = createHash('sha256').update(`${id}/${device}`).digest();
  return digest.readUInt32BE(0) % 100 < rolloutPercentage;
}
