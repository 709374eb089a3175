import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ServiceUrl } from '#support/mails';
import type { ActivationSnapshot } from '../../domain/activations/activation.ts';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { refreshAfter } from '../../domain/leases/lease.ts';
import { leaseClaims, type LeaseFacts, unitsByCounter } from '../../domain/leases/lease-claims.ts';
import { labelMissing, NoStatusIndex } from '../../domain/leases/lease.errors.ts';
import type { Installation } from '../../domain/keys/license-key.types.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { LoadedFor } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { LeaseRequest } from '../../domain/leases/lease-request.ts';
import { statusListUrl } from '../../domain/signing/document-urls.ts';
import { SigningKeys } from '../../domain/signing/signing-keys.ts';
import { StatusIndexes } from '../../domain/leases/status-indexes.ts';
import type { Fallback, KeyCredentials, KeyOperation } from '../keys/key-operation.ts';
import { maskSuccessor, PresentedKeys } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

const TOKEN_TYPE = 'latchkey-lease+jwt';

export interface LeasedLicenseKey {
  /** The signed lease, a JSON Web Token. */
  readonly lease: string;
  readonly activation: ActivationSnapshot;
  readonly expiresAt: Date;
  readonly refreshAfter: Date;
  readonly graceUntil: Date;
  /** Units of counters that the device may use, by counter. */
  readonly units: { readonly [counter: string]: number } | undefined;
  /** The ID of the units, with which they are settled. */
  readonly unitsId: string | undefined;
}

interface Granted {
  readonly facts: LeaseFacts;
  readonly activation: ActivationSnapshot;
}

/** Leases a presented key to a device, which may then use it without a network. */
export class LeaseLicenseKey extends Command<LeasedLicenseKey> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly request: {
      readonly activationId: string | null;
      /** Without a label only the activation with `activationId` gets a lease. */
      readonly installation: Omit<Installation, 'label'> & { readonly label: string | null };
      readonly deviceKey?: string | undefined;
      readonly units?: LeaseRequest['units'];
      /** What the application says about the device. */
      readonly description?: DeviceDescription | null;
    },
    /** Repeated in the lease, which so cannot be an older one. */
    readonly nonce: string | null,
  ) {
    super();
  }
}

interface Request {
  readonly credentials: KeyCredentials;
  readonly lease: LeaseRequest;
}

@CommandHandler(LeaseLicenseKey)
export class LeaseLicenseKeyHandler implements ICommandHandler<LeaseLicenseKey>, KeyOperation<Request, Granted, 'lease'> {
  readonly countedAs = 'lease';
  readonly fallbacks: readonly Fallback<Request>[];

  constructor(
    private readonly presented: PresentedKeys,
    private readonly digests: DeviceDigests,
    private readonly indexes: StatusIndexes,
    private readonly keys: SigningKeys,
    private readonly service: ServiceUrl,
    typed: TypedKeys,
  ) {
    this.fallbacks = [typed.meantBy];
  }

  async execute({ credentials, request: given, nonce }: LeaseLicenseKey): Promise<LeasedLicenseKey> {
    const { facts, activation } = await this.grant({ credentials, lease: this.requestOf(given, credentials) });
    const { term, organizationId } = facts;
    const signer = await this.keys.signer(organizationId, term.heldUntil);
    const statusList = (list: number) => statusListUrl(this.service, organizationId, list);
    return {
      lease: signer.token(TOKEN_TYPE, leaseClaims(facts, { issuer: this.service.baseUrl, statusList }, nonce)),
      activation,
      expiresAt: term.expiresAt,
      refreshAfter: refreshAfter(term),
      graceUntil: term.heldUntil,
      units: term.units ? unitsByCounter(term.units) : undefined,
      unitsId: term.units?.id,
    };
  }

  /** Others may take the prepared indexes in the meantime. */
  private async grant(request: Request): Promise<Granted> {
    for (;;) {
      try {
        return await this.presented.changeWithPresentedKey(request, this);
      } catch (error) {
        if (!(error instanceof NoStatusIndex)) throw error;
        await this.indexes.prepare(request.credentials.organizationId);
      }
    }
  }

  load({ lease: { activationId, installation } }: Request): NamedInstallation & { readonly to: 'lease' } {
    const device = activationId === null ? installation.device : null;
    return { activationId, device, described: installation.described, to: 'lease' };
  }

  applyTo(licenseKey: PresentedLicenseKey & LoadedFor<'lease'>, { credentials, lease }: Request): Granted {
    const { organizationId, id: keyId } = licenseKey;
    const { activation, ...term } = licenseKey.lease(lease, () => this.indexes.next(organizationId));
    const key = onlyUsed(maskSuccessor(licenseKey.snapshot, credentials));
    const { id, device, facts } = activation;
    return { facts: { organizationId, keyId, term, activation: { id, device }, key }, activation: facts };
  }

  private requestOf({ installation, description, ...request }: LeaseLicenseKey['request'], to: KeyCredentials): LeaseRequest {
    const { label } = installation;
    if (request.activationId === null && label === null) throw labelMissing();
    const described = description && this.digests.describe(to.organizationId, description);
    return { ...request, installation: { ...installation, label: label ?? '', described } };
  }
}

/** Without the key string, which is no part of a lease. */
const onlyUsed = ({
  benefitId,
  customerId,
  displayKey,
  expiresAt,
  limitActivations,
  limitUsage,
  usage,
  entitlements,
  policyState,
}: LeaseFacts['key']): LeaseFacts['key'] => ({
  benefitId,
  customerId,
  displayKey,
  expiresAt,
  limitActivations,
  limitUsage,
  usage,
  entitlements,
  policyState: policyState?.updates ? { updates: policyState.updates } : null,
});
