import type { Sync } from '#kernel';
import type { Operation } from '../../domain/checks/check.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { LoadedFor, Purpose } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';

/** A key string with its organization, and where the caller may look for it. */
export interface KeyCredentials {
  readonly organizationId: string;
  readonly key: string;
  /** The organizations that the caller may see; left out in public requests. */
  readonly within?: readonly string[];
  /** Where a public request comes from. */
  readonly origin?: RequestOrigin;
}

export interface RequestOrigin {
  readonly network: string;
  /** True if too many unknown keys were presented from the network. */
  readonly isBlocked: boolean;
}

/** A request that presents a key. */
export interface PresentingRequest {
  readonly credentials: KeyCredentials;
  /** Nothing is stored. */
  readonly isDryRun?: boolean;
}

/** What may have been meant by a request that was refused, in the order in which it is tried; nothing if the refusal stands. */
export type Fallback<Request> = (refusal: unknown, request: Request) => Promise<readonly Request[]>;

/** What is done with a key that a request presents. */
export interface KeyOperation<Request extends PresentingRequest, T, P extends Purpose = 'use'> {
  /** The name under which it is counted that keys refuse it; left out if that is not counted. */
  readonly countedAs?: Operation;
  /** Each is asked once. If none of the keys that they name exists, the refusal stands. */
  readonly fallbacks: readonly Fallback<Request>[];
  /** What is loaded with the key. */
  load(request: Request): NamedInstallation & { readonly to?: P };
  applyTo(key: PresentedLicenseKey & LoadedFor<P>, request: Request, now: Date): Sync<T>;
}
