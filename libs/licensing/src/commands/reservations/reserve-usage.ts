import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { allowanceOf, counterAt, type CountingKey, rulesOf } from '#support/counters';
import type { Reservation, ReservationRequest } from '#support/reservations';
import { validationAttempt } from '../../domain/checks/attempts.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { Fallback, KeyCredentials, KeyOperation } from '../keys/key-operation.ts';
import { PresentedKeys } from '../keys/presented-key.ts';
import { TypedKeys } from '../keys/typed-key.ts';

/** The usage of a key, or of one of its counters, after a command about a reservation. */
export interface UsageOfKey {
  readonly licenseKeyId: string;
  readonly counter?: string | undefined;
  readonly usage: number;
  readonly limitUsage: number | null;
  readonly reservedUnits: number;
}

export interface ReservedUsage extends UsageOfKey, Reservation {}

/** Reserves units of the usage or of a counter of a presented key. */
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
    const { counter, units } = request;
    const added =
      counter === undefined ? { incrementUsage: units } : { incrementUsage: 0, increment: { counter, units, path: ['counter'] } };
    const input = { activationId, conditions: {}, benefitId: null, customerId: null, ...added };
    return { ...key.reserve(request, validationAttempt(key, input, now)), ...usageOf(key, counter, now) };
  }
}

interface CountedKey extends CountingKey {
  readonly id: string;
  readonly usage: number;
  readonly limitUsage: number | null;
  readonly reservedUnits: number;
  reservedOf(counter: string): number;
}

export function usageOf(key: CountedKey, counter: string | undefined, now: Date): UsageOfKey {
  const { id: licenseKeyId, usage, limitUsage, reservedUnits } = key;
  if (counter === undefined) return { licenseKeyId, usage, limitUsage, reservedUnits };
  const state = counterAt(key, counter, now);
  const allowance = allowanceOf({ ...rulesOf(key, counter), overdraft: 0 }, state);
  return {
    licenseKeyId,
    counter,
    usage: state.used,
    limitUsage: Number.isFinite(allowance) ? allowance : null,
    reservedUnits: key.reservedOf(counter),
  };
}
