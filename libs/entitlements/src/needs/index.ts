/** What contexts above answer. */
export {
  FindDevice,
  FindGrantedLicenseKeys,
  FindKeysOfGrants,
  FindRenewableKeys,
  type GrantedKey,
  type GrantedLicenseKey,
  type KeyToReserve,
  type RenewableKey,
  renewableBy,
  ReserveLicenseKeys,
  SetStatusOfGrantedKey,
} from './keys-of-purchases.ts';
export { FindUsage, type ShownMeter, type UsageSnapshot } from './find-usage.ts';
export {
  CountAssignedSeats,
  FindClaimedSubscriptions,
  FindSeatHolders,
  HoldsSeat,
  ResizeSeatPool,
} from './seats-of-purchases.ts';
export type { ResizedSeatPool, SeatPurchase } from '../contract/seats-of-purchases.ts';
