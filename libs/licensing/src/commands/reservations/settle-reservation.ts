import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { type KeyCredentials, presentedKey, usePresented } from '../keys/presented-key.ts';
import { type UsageOfKey, usageOf } from './reserve-usage.ts';
import { TypedKeys } from '../keys/typed-key.ts';

/** How a reservation ends: so many of its units were used, all of them if null, or it is given back. */
export type Settlement = { readonly used: number | null } | 'released';

export interface SettledUsage extends UsageOfKey {
  /** The units that were added to the usage. */
  readonly units: number;
}

/** Ends a reservation of a presented key. */
export class SettleReservation extends Command<SettledUsage> {
  constructor(
    readonly credentials: KeyCredentials,
    readonly id: string,
    readonly settlement: Settlement,
  ) {
    super();
  }
}

@CommandHandler(SettleReservation)
export class SettleReservationHandler implements ICommandHandler<SettleReservation> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly networks: ClientNetworks,
    private readonly typed: TypedKeys,
    private readonly clock: Clock,
  ) {}

  execute({ credentials: given, id, settlement }: SettleReservation): Promise<SettledUsage> {
    const now = this.clock.now();
    return this.typed.run(given, (credentials) =>
      this.licenseKeys.change<SettledUsage>({ ...presentedKey(credentials, now), reserves: true }, (key) =>
        usePresented(key, credentials, { networks: this.networks, now }, () => {
          if (settlement !== 'released') return { units: key.commitReservation(id, settlement.used, now), ...usageOf(key) };
          key.quota.release(id);
          return { units: 0, ...usageOf(key) };
        }),
      ),
    );
  }
}
