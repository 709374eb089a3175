import { type Clock, DomainError, type Sync } from '#kernel';
import type { Operation } from '../../domain/checks/check.ts';
import type { ClientNetworks } from '../../domain/keys/client-networks.ts';
import type { KeyRefusals } from '../../domain/keys/key-refusals.ts';
import { displayForm } from '../../domain/keys/key-string.ts';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { Fallback, KeyCredentials, KeyOperation, PresentingRequest } from './key-operation.ts';
import type { PresentedSnapshot } from '../../domain/keys/license-key-fields.ts';
import type { LicenseKeys } from '../../domain/keys/license-keys.ts';
import type { LoadedFor, Purpose } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';

/** A key refused an operation. */
class RefusedByKey extends Error {
  constructor(
    readonly refusal: DomainError,
    readonly licenseKeyId: string,
  ) {
    super(refusal.message);
  }
}

/** A request that was refused, and what may have been meant by it. */
interface Refused<Request extends PresentingRequest, T, P extends Purpose> {
  readonly request: Request;
  readonly operation: KeyOperation<Request, T, P>;
  readonly fallbacks: readonly Fallback<Request>[];
}

/** Uses keys that are presented by their strings. */
export class PresentedKeys {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
    private readonly refusals: KeyRefusals,
  ) {}

  /** Runs an operation on the key that a request presents or, if that is refused, on one that it may mean. Counts what is refused in the end. */
  async changeWithPresentedKey<Request extends PresentingRequest, T, P extends Purpose>(
    request: Request,
    operation: KeyOperation<Request, T, P>,
  ): Promise<T> {
    try {
      return await this.changeKeyOrMeant(request, operation, operation.fallbacks);
    } catch (error) {
      throw this.refusalOf(error, request, operation);
    }
  }

  private async changeKeyOrMeant<Request extends PresentingRequest, T, P extends Purpose>(
    request: Request,
    operation: KeyOperation<Request, T, P>,
    fallbacks: readonly Fallback<Request>[],
  ): Promise<T> {
    try {
      return await this.changeKey(request, operation);
    } catch (error) {
      const found = await this.changeKeyMeant(error, { request, operation, fallbacks });
      if (!found) throw error;
      return found.outcome;
    }
  }

  /** Undefined if no key exists that may be meant. */
  private async changeKeyMeant<Request extends PresentingRequest, T, P extends Purpose>(
    error: unknown,
    { request, operation, fallbacks }: Refused<Request, T, P>,
  ): Promise<{ readonly outcome: T } | undefined> {
    const refusal = error instanceof RefusedByKey ? error.refusal : error;
    for (const fallback of fallbacks) {
      const others = fallbacks.filter((each) => each !== fallback);
      for (const meant of await fallback(refusal, request)) {
        try {
          return { outcome: await this.changeKeyOrMeant(meant, operation, others) };
        } catch (notFound) {
          if (!(notFound instanceof LicenseKeyNotFound)) throw notFound;
        }
      }
    }
    return undefined;
  }

  /**
   * Runs an operation on the key with exactly this string, and notes the network from which it succeeded. For a blocked network, only those
   * keys exist that were used from it within 30 days or know the installation that the request names, and finding one takes the same
   * statements as not finding it.
   */
  private changeKey<Request extends PresentingRequest, T, P extends Purpose>(
    request: Request,
    operation: KeyOperation<Request, T, P>,
  ): Promise<T> {
    const { organizationId, key, within, origin } = request.credentials;
    const now = this.clock.now();
    const installation = operation.load(request);
    const which = { ...installation, organizationId, key, within, at: now, hidesExistence: origin?.isBlocked };
    const run = (licenseKey: PresentedLicenseKey & LoadedFor<P>): Sync<T> => {
      const digests = origin && this.networks.digestsOf(origin.network);
      const isKnown = !digests || licenseKey.wasUsedFrom(digests, now) || licenseKey.isInstalledAs(installation);
      if (origin?.isBlocked && !isKnown) throw new LicenseKeyNotFound();
      try {
        const outcome = operation.run(licenseKey, request, now);
        if (digests) licenseKey.noteUseFrom(digests, now);
        return outcome;
      } catch (error) {
        throw error instanceof DomainError ? new RefusedByKey(error, licenseKey.id) : error;
      }
    };
    return request.isDryRun ? this.licenseKeys.previewPresented(which, run) : this.licenseKeys.changePresented(which, run);
  }

  /** The refusal itself. It is counted if the operation is. */
  private refusalOf(
    error: unknown,
    { credentials: { organizationId }, isDryRun }: PresentingRequest,
    { countedAs: operation }: { readonly countedAs?: Operation },
  ): unknown {
    if (!(error instanceof RefusedByKey)) return error;
    const { refusal, licenseKeyId } = error;
    if (operation && refusal.code && !isDryRun) {
      const refused = { organizationId, licenseKeyId, operation, code: refusal.code };
      this.refusals.count(refused, this.clock.now(organizationId));
    }
    return refusal;
  }
}

/**
 * The snapshot with the presented key string. After a rotation with overlap the old string still works, but the response to it
 * must not reveal the new one.
 */
export const maskSuccessor = (snapshot: PresentedSnapshot, { key }: KeyCredentials): PresentedSnapshot =>
  snapshot.key === key ? snapshot : { ...snapshot, key, displayKey: displayForm(key) };
