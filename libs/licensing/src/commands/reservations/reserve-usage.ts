import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Reservation, ReservationRequest } from '#support/reservations';
import { validationAttempt } from '../../domain/checks/attempts.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { Fallback, KeyCredentials, KeyOperation } from '../keys/key-operation.ts';
import { PresentedKeys } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

/** The usage of a key after a command about a reservation. */
export interface UsageOfKey {
  readonly licenseKeyId: string;
  readonly usage: number;
  readonly limitUsage: number | null;
  readonly reservedUnits: number;
}

export interface ReservedUsage extends UsageOfKey, Reservation {}

/** Reserves units of the usage of a presented key. */
export class ReserveUsage extends Command<ReservedUsage> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly request: ReservationRequest,
    readonly activationId: string | null,
  ) {
    super();
  }
}

type Request = Pick<ReserveUsage, 'credentials' | 'request' | 'activationId'>;

@CommandHandler(ReserveUsage)
export class ReserveUsageHandler implements ICommandHandler<ReserveUsage>, KeyOperation<Request, ReservedUsage, 'reserve'> {
  readonly fallbacks: readonly Fallback<Request>[];

  constructor(
    private readonly keys: PresentedKeys,
    typed: TypedKeys,
  ) {
    this.fallbacks = [typed.meantBy];
  }

  execute({ credentials, request, activationId }: ReserveUsage): Promise<ReservedUsage> {
    return this.keys.changeWithPresentedKey({ credentials, request, activationId }, this);
  }

  load({ activationId }: Request): NamedInstallation & { readonly to: 'reserve' } {
    return { activationId, to: 'reserve' };
  }

  applyTo(key: PresentedLicenseKey, { request, activationId }: Request, now: Date): ReservedUsage {
    const input = { activationId, conditions: {}, benefitId: null, customerId: null, incrementUsage: request.units };
    return { ...key.reserve(request, validationAttempt(key, input, now)), ...usageOf(key) };
  }
}

interface CountedKey {
  readonly id: string;
  readonly usage: number;
  readonly limitUsage: number | null;
  readonly reservedUnits: number;
}

export const usageOf = ({ id, usage, limitUsage, reservedUnits }: CountedKey): UsageOfKey => ({
  licenseKeyId: id,
  usage,
  limitUsage,
  reservedUnits,
});
