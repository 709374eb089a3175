import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Reservation, ReservationRequest } from '#support/reservations';
import { validationAttempt } from '../../domain/checks/attempts.ts';
import { type KeyCredentials, PresentedKeys, withFallbacks } from '../keys/presented-key.ts';
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

@CommandHandler(ReserveUsage)
export class ReserveUsageHandler implements ICommandHandler<ReserveUsage> {
  constructor(
    private readonly keys: PresentedKeys,
    private readonly typed: TypedKeys,
  ) {}

  execute({ credentials, request, activationId }: ReserveUsage): Promise<ReservedUsage> {
    const input = { activationId, conditions: {}, benefitId: null, customerId: null, incrementUsage: request.units };
    return withFallbacks(
      { credentials },
      (asked) =>
        this.keys.use<ReservedUsage>(asked.credentials, { activationId, reserves: true }, (key, now) => ({
          ...key.reserve(request, validationAttempt(key, input, now)),
          ...usageOf(key),
        })),
      [this.typed.meantBy],
    );
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
