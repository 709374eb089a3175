import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type KeyCredentials, PresentedKeys, withFallbacks } from '../keys/presented-key.ts';
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
    private readonly keys: PresentedKeys,
    private readonly typed: TypedKeys,
  ) {}

  execute({ credentials, id, settlement }: SettleReservation): Promise<SettledUsage> {
    return withFallbacks(
      { credentials },
      (asked) =>
        this.keys.use<SettledUsage>(asked.credentials, { reserves: true }, (key, now) => {
          if (settlement !== 'released') return { units: key.commitReservation(id, settlement.used, now), ...usageOf(key) };
          key.quota.release(id);
          return { units: 0, ...usageOf(key) };
        }),
      [this.typed.meantBy],
    );
  }
}
