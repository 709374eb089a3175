import { type Clock, DomainError, type Sync } from '#kernel';
import type { Operation } from '../../domain/checks/check.ts';
import type { ClientNetworks } from '../../domain/keys/client-networks.ts';
import type { KeyRefusal, KeyRefusals } from '../../domain/keys/key-refusals.ts';
import type { LicenseKeyActivationRefused } from '../../domain/keys/refusal.events.ts';
import { activationRefused } from '../../domain/keys/refused-activation.ts';
import { displayForm } from '../../domain/keys/key-string.ts';
import { LicenseKeyNotFound, LicenseKeyStringReplaced } from '../../domain/keys/license-key.errors.ts';
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
    readonly benefitId: string,
    readonly event: LicenseKeyActivationRefused | undefined,
  ) {
    super(refusal.message);
  }
}

/** A request, and how what may be meant by it is found. */
interface Asked<Request extends PresentingRequest, T, P extends Purpose> {
  readonly request: Request;
  readonly operation: KeyOperation<Request, T, P>;
  readonly fallbacks: readonly Fallback<Request>[];
}

/** Changes keys that are presented by their strings. */
export class PresentedKeys {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
    private readonly refusals: KeyRefusals,
  ) {}

  /** Applies an operation to the key that a request presents or, if that is refused, to one that it may mean. Counts what is refused in the end. */
  async changeWithPresentedKey<Request extends PresentingRequest, T, P extends Purpose>(
    request: Request,
    operation: KeyOperation<Request, T, P>,
  ): Promise<T> {
    try {
      return await this.changeKey(request, operation);
    } catch (error) {
      return this.changeKeyMeant(error, { request, operation, fallbacks: operation.fallbacks }).catch((refusal: unknown) => {
        throw this.refusalOf(refusal, request, operation);
      });
    }
  }

  /** Throws the error itself if no key exists that may be meant. */
  private async changeKeyMeant<Request extends PresentingRequest, T, P extends Purpose>(
    error: unknown,
    { request, operation, fallbacks }: Asked<Request, T, P>,
  ): Promise<T> {
    const refusal = error instanceof RefusedByKey ? error.refusal : error;
    for (const fallback of fallbacks) {
      const others = fallbacks.filter((each) => each !== fallback);
      for (const meant of await fallback(refusal, request)) {
        try {
          return await this.changeKeyOrMeant({ request: meant, operation, fallbacks: others });
        } catch (notFound) {
          if (!(notFound instanceof LicenseKeyNotFound)) throw notFound;
        }
      }
    }
    throw error;
  }

  private async changeKeyOrMeant<Request extends PresentingRequest, T, P extends Purpose>(
    asked: Asked<Request, T, P>,
  ): Promise<T> {
    try {
      return await this.changeKey(asked.request, asked.operation);
    } catch (error) {
      return this.changeKeyMeant(error, asked);
    }
  }

  /**
   * Applies an operation to the key with exactly this string, and notes the network from which it succeeded. For a blocked network, only those
   * keys exist that were used from it within 30 days or know the installation that the request names, and finding one takes the same
   * statements as not finding it.
   */
  private changeKey<Request extends PresentingRequest, T, P extends Purpose>(
    request: Request,
    operation: KeyOperation<Request, T, P>,
  ): Promise<T> {
    const { organizationId, key, within, origin } = request.credentials;
    const now = this.clock.now();
    const network = origin && this.networks.digestsOf(origin.network);
    const isBlocked = origin?.isBlocked ?? false;
    const installation = operation.load(request);
    const which = { ...installation, organizationId, key, within, at: now, hidesExistence: isBlocked };
    const applyOperation = (licenseKey: PresentedLicenseKey & LoadedFor<P>): Sync<T> => {
      if (isBlocked && !licenseKey.wasUsedFrom(network!, now) && !licenseKey.isInstalledAs(installation))
        throw new LicenseKeyNotFound();
      try {
        const outcome = operation.applyTo(licenseKey, request, now);
        if (network) licenseKey.noteUseFrom(network, now);
        return outcome;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const event = operation.countedAs && activationRefused(licenseKey, operation.countedAs, error, now);
        throw new RefusedByKey(error, licenseKey.id, licenseKey.benefitId, event);
      }
    };
    return request.isDryRun
      ? this.licenseKeys.previewPresented(which, applyOperation)
      : this.licenseKeys.changePresented(which, applyOperation);
  }

  /** The refusal itself. It is counted if the operation is. */
  private refusalOf(
    error: unknown,
    { credentials: { organizationId }, isDryRun }: PresentingRequest,
    { countedAs: operation }: { readonly countedAs?: Operation },
  ): unknown {
    if (error instanceof LicenseKeyStringReplaced) {
      const { licenseKeyId, benefitId } = error;
      if (operation && !isDryRun) this.count(error, { organizationId, licenseKeyId, benefitId, operation });
      return error;
    }
    if (!(error instanceof RefusedByKey)) return error;
    const { refusal, licenseKeyId, benefitId, event } = error;
    if (operation && !isDryRun) this.count(refusal, { organizationId, licenseKeyId, benefitId, operation }, event);
    return refusal;
  }

  private count({ code }: DomainError, refused: Omit<KeyRefusal, 'code'>, event?: LicenseKeyActivationRefused): void {
    if (code) this.refusals.count({ ...refused, code }, this.clock.now(refused.organizationId), event);
  }
}

/**
 * The snapshot with the presented key string. After a rotation with overlap the old string still works, but the response to it
 * must not reveal the new one.
 */
export const maskSuccessor = (snapshot: PresentedSnapshot, { key }: KeyCredentials): PresentedSnapshot =>
  snapshot.key === key ? snapshot : { ...snapshot, key, displayKey: displayForm(key) };
