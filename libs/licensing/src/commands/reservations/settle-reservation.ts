import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IncrementMetadata } from '../../domain/counters/counting.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import type { Fallback, KeyCredentials, KeyOperation } from '../keys/key-operation.ts';
import { PresentedKeys } from '../keys/presented-key.ts';
import { type UsageOfKey, usageOf } from './reserve-usage.ts';
import { TypedKeys } from '../keys/typed-key.ts';

/** How a reservation ends: so many of its units were used, all of them if null, or it is given back. `metadata` is about those that were used. */
export type Settlement = { readonly used: number | null; readonly metadata: IncrementMetadata | null } | 'released';

export interface SettledUsage extends UsageOfKey {
  /** The units that were added to the usage, or to the counter. */
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

type Request = Pick<SettleReservation, 'credentials' | 'id' | 'settlement'>;

@CommandHandler(SettleReservation)
export class SettleReservationHandler
  implements ICommandHandler<SettleReservation>, KeyOperation<Request, SettledUsage, 'reserve'>
{
  readonly fallbacks: readonly Fallback<Request>[];

  constructor(
    private readonly keys: PresentedKeys,
    typed: TypedKeys,
  ) {
    this.fallbacks = [typed.meantBy];
  }

  execute({ credentials, id, settlement }: SettleReservation): Promise<SettledUsage> {
    return this.keys.changeWithPresentedKey({ credentials, id, settlement }, this);
  }

  load(): { readonly to: 'reserve' } {
    return { to: 'reserve' };
  }

  applyTo(key: PresentedLicenseKey, { id, settlement }: Request, now: Date): SettledUsage {
    if (settlement === 'released') return { units: 0, ...usageOf(key, key.releaseReservation(id), now) };
    const { units, counter } = key.commitReservation(id, settlement.used, now, settlement.metadata);
    return { units, ...usageOf(key, counter, now) };
  }
}
