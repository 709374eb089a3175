import type { CommandBus } from '@nestjs/cqrs';
import { AdvanceSubscriptions, SettleDueSeats } from '#entitlements';
import {
  AnnounceExpiries,
  AttachWaitingGrants,
  EndGivenEntitlements,
  EndSilentActivations,
  ReleaseDevicesOverLimit,
  TellOfExpiringKeys,
  TellOfRisingRefusals,
} from '#licensing';
import { EndCredits } from '#metering';

interface DueWork {
  readonly name: string;
  /** Does what is due, of all organizations or of one by its own clock. */
  readonly run: (stop: AbortSignal, organizationId?: string) => Promise<unknown>;
}

/** What falls due by the passing of time. */
export const dueWork = (bus: CommandBus): readonly DueWork[] => [
  { name: 'Advancing subscriptions', run: (...which) => bus.execute(new AdvanceSubscriptions(...which)) },
  { name: 'Settling scheduled seats', run: (...which) => bus.execute(new SettleDueSeats(...which)) },
  { name: 'Announcing expiries of license keys', run: (...which) => bus.execute(new AnnounceExpiries(...which)) },
  { name: 'Counting license keys that expire soon', run: (...which) => bus.execute(new TellOfExpiringKeys(...which)) },
  { name: 'Comparing refusals with what is usual', run: (...which) => bus.execute(new TellOfRisingRefusals(...which)) },
  { name: 'Attaching grants that wait for license keys', run: (...which) => bus.execute(new AttachWaitingGrants(...which)) },
  { name: 'Ending entitlements that were given by hand', run: (...which) => bus.execute(new EndGivenEntitlements(...which)) },
  { name: 'Ending credits', run: (...which) => bus.execute(new EndCredits(...which)) },
  { name: 'Ending silent activations', run: (...which) => bus.execute(new EndSilentActivations(...which)) },
  { name: 'Releasing devices over the limit', run: (...which) => bus.execute(new ReleaseDevicesOverLimit(...which)) },
];
