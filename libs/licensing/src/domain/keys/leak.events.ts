import { DomainEvent } from '#kernel';
import { type LicenseKeyPayload, payloadOf } from './license-key-payload.ts';
import type { PresentedSnapshot } from './license-key-fields.ts';

/** What happens to a license key that leaked: only the seller is told, it is rotated, or it is disabled. */
export type LeakAction = 'tell' | 'rotate' | 'disable';

/** Where a license key was found by others. */
export interface FoundLeak {
  /** Who has found it: GitHub, or somebody who told the seller. */
  readonly source: 'github' | 'seller';
  /** The page on which it was found; null if nobody said. */
  readonly url: string | null;
}

/** A license key was found where others can read it. `action` is what was done. */
export class LicenseKeyLeakReported extends DomainEvent<
  'license_key.leak_reported',
  LicenseKeyPayload & { readonly source: FoundLeak['source']; readonly url: string | null; readonly action: LeakAction }
> {
  readonly name = 'license_key.leak_reported';

  constructor(key: PresentedSnapshot, at: Date, { source, url }: FoundLeak, action: LeakAction) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), source, url, action });
  }
}
