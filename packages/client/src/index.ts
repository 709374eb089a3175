export type { Background } from './background.ts';
export type { Clock } from './clock.ts';
export type { ApplicationDescription, DeviceDescription } from './device.ts';
export { type Entitlements, entitlementsOf } from './entitlements.ts';
export type { KeySet, Signers } from './key-set.ts';
export { openKeySet } from './key-set.ts';
export type { CheckingOut, CheckOut } from './keep-checked-out.ts';
export type { Refreshed, Refreshing } from './keep-fresh.ts';
export { type Expected, type Lease, type LeaseState, verifyLease } from './lease.ts';
export type { Units } from './leased-units.ts';
export {
  type Activating,
  type Cancelable,
  type Installation,
  type Leasing,
  LicenseClient,
  type SigningIn,
  type Counter,
  type ValidatedLicenseKey,
} from './license-client.ts';
export type { LicenseState } from './license-state.ts';
export type { Machine, OfflineActivation } from './offline-activation.ts';
export type { ClientOptions } from './options.ts';
export {
  type Fault,
  type NotActivated,
  NotTrusted,
  REFUSAL_CODES,
  type RefusalCode,
  type Refused,
  type Result,
  type Unavailable,
  type Unsupported,
  type Untrusted,
} from './result.ts';
export { type Missing, type RuntimeOptions, UnsupportedRuntime, type Verify } from './runtime.ts';
export type { SignedInKey, SignInCode } from './sign-in.ts';
export { type SignedLicenseKey, verifySignedKey } from './signed-key.ts';
export type { Standing } from './standing.ts';
export { type Status, statusIn } from './status-list.ts';
export { MemoryStorage } from './storage/memory-storage.ts';
export type { Storage } from './storage/storage.ts';
export { WebStorage, type WebStorageArea } from './storage/web-storage.ts';
export type { LoggedAttempt, TransportOptions } from './transport.ts';
export type { ReservedUsage, UsageOfKey, UsageReservations } from './usage-reservations.ts';
