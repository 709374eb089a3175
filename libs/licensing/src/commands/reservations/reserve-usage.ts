import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Reservation, type ReservationRequest } from '#kernel';
import { validationAttempt } from '../../domain/checks/attempts.ts';
import { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { type KeyCredentials, presentedKey, usePresented } from '../keys/presented-key.ts';
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
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly typed: TypedKeys,
    private readonly clock: Clock,
  ) {}

  execute({ credentials: given, request, activationId }: ReserveUsage): Promise<ReservedUsage> {
    const now = this.clock.now();
    const input = { activationId, conditions: {}, benefitId: null, customerId: null, incrementUsage: request.units };
    return this.typed.run(given, (credentials) =>
      this.licenseKeys.change<ReservedUsage>({ ...presentedKey(credentials, now), activationId, reserves: true }, (key) =>
        usePresented(key, credentials, { activationId, networks: this.networks, now }, () => {
          const reservation = key.reserve(request, validationAttempt(key, input, now));
          return { ...reservation, ...usageOf(key) };
        }),
      ),
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
