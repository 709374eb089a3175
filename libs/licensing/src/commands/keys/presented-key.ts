import { type Clock, DomainError, type Sync } from '#kernel';
import type { Operation as Use } from '../../domain/checks/check.ts';
import type { ClientNetworks } from '../../domain/keys/client-networks.ts';
import type { KeyRefusals } from '../../domain/keys/key-refusals.ts';
import { displayForm } from '../../domain/keys/key-string.ts';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { EmbeddedCustomer, LicenseKeys, LoadedWithKey } from '../../domain/keys/license-keys.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key.types.ts';

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

type Operation<T> = (key: LicenseKey, now: Date, customer: EmbeddedCustomer) => Sync<T>;

/** Uses keys that are presented by their strings. */
export class PresentedKeys {
  /** The keys that refused, by their errors. */
  private readonly refusing = new WeakMap<object, LicenseKey>();

  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
    private readonly refusals: KeyRefusals,
  ) {}

  /** Runs an operation `withFallbacks`, and counts what a key refuses in the end. */
  async attempt<Asked extends { readonly credentials: KeyCredentials; readonly isDryRun?: boolean }, T>(
    use: Use,
    asked: Asked,
    operation: (asked: Asked) => Promise<T>,
    fallbacks: readonly Fallback<Asked>[],
  ): Promise<T> {
    try {
      return await withFallbacks(asked, operation, fallbacks);
    } catch (error) {
      const key = error instanceof DomainError && !asked.isDryRun ? this.refusing.get(error) : undefined;
      const { code } = error as DomainError;
      if (key && code) {
        const { organizationId, id: licenseKeyId } = key;
        this.refusals.count({ organizationId, licenseKeyId, operation: use, code }, this.clock.now(organizationId));
      }
      throw error;
    }
  }

  /**
   * Runs an operation on a presented key, and notes the network from which it succeeded; stores nothing if it `isDryRun`. For a blocked
   * network, only those keys exist that were used from it within 30 days or know the installation that the request names, and finding one
   * takes the same statements as not finding it.
   */
  use<T>(
    { organizationId, key, within, origin }: KeyCredentials,
    { isDryRun = false, ...loaded }: LoadedWithKey & { readonly isDryRun?: boolean },
    operation: Operation<T>,
  ): Promise<T> {
    const now = this.clock.now();
    const which = { ...loaded, organizationId, key, within, at: now, hidesExistence: origin?.isBlocked };
    const run = (licenseKey: LicenseKey, customer: EmbeddedCustomer): Sync<T> => {
      try {
        return operation(licenseKey, now, customer);
      } catch (refusal) {
        this.refusing.set(refusal as object, licenseKey);
        throw refusal;
      }
    };
    const use = (licenseKey: LicenseKey, customer: EmbeddedCustomer): Sync<T> => {
      if (!origin) return run(licenseKey, customer);
      const digests = this.networks.digestsOf(origin.network);
      const isKnown = licenseKey.watch.wasUsedFrom(digests, now) || licenseKey.isInstalledAs(loaded);
      if (origin.isBlocked && !isKnown) throw new LicenseKeyNotFound();
      const outcome = run(licenseKey, customer);
      licenseKey.noteUseFrom(digests, now);
      return outcome;
    };
    return isDryRun ? this.licenseKeys.preview(which, use) : this.licenseKeys.change(which, use);
  }
}

/** What may have been meant by a request that was refused, in the order in which it is tried; nothing if the refusal stands. */
export type Fallback<Asked> = (refusal: unknown, asked: Asked) => Promise<readonly Asked[]>;

/**
 * Runs an operation, and again with what the fallbacks make of the request if it is refused. Each fallback is asked once; if none of the
 * keys that it names exists, the refusal stands.
 */
export async function withFallbacks<Asked, T>(
  asked: Asked,
  operation: (asked: Asked) => Promise<T>,
  fallbacks: readonly Fallback<Asked>[],
): Promise<T> {
  try {
    return await operation(asked);
  } catch (refusal) {
    for (const fallback of fallbacks) {
      const others = fallbacks.filter((each) => each !== fallback);
      for (const meant of await fallback(refusal, asked)) {
        const found = await withFallbacks(meant, operation, others).then((outcome) => ({ outcome }), ifNotFound);
        if (found) return found.outcome;
      }
    }
    throw refusal;
  }
}

function ifNotFound(error: unknown): undefined {
  if (!(error instanceof LicenseKeyNotFound)) throw error;
}

/**
 * The snapshot with the presented key string. After a rotation with overlap the old string still works, but the response to it
 * must not reveal the new one.
 */
export const maskSuccessor = (snapshot: LicenseKeySnapshot, { key }: KeyCredentials): LicenseKeySnapshot =>
  snapshot.key === key ? snapshot : { ...snapshot, key, displayKey: displayForm(key) };
