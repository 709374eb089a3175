import type { EventsIn } from '#kernel';
import type * as attachedEvents from '../domain/keys/attached-grants.events.ts';
import type * as bulkEvents from '../domain/bulk/bulk-change.events.ts';
import type * as poolEvents from '../domain/pools/key-pool.events.ts';
import type * as expiringKeysEvents from '../domain/keys/expiring-keys.events.ts';
import type * as expiryEvents from '../domain/keys/expiry.events.ts';
import type * as events from '../domain/keys/license-key.events.ts';
import type * as leakEvents from '../domain/keys/leak.events.ts';
import type * as overLimitEvents from '../domain/keys/over-limit.events.ts';
import type * as refusalEvents from '../domain/keys/refusal.events.ts';
import type * as risingRefusalsEvents from '../domain/keys/rising-refusals.events.ts';

/** The events that this context publishes. */
export type LicensingEvent =
  | EventsIn<typeof events>
  | EventsIn<typeof attachedEvents>
  | EventsIn<typeof bulkEvents>
  | EventsIn<typeof expiringKeysEvents>
  | EventsIn<typeof expiryEvents>
  | EventsIn<typeof leakEvents>
  | EventsIn<typeof overLimitEvents>
  | EventsIn<typeof poolEvents>
  | EventsIn<typeof refusalEvents>
  | EventsIn<typeof risingRefusalsEvents>;

export { CheckReleases, type IncludedReleases } from './check-releases.ts';
export { FindBenefitOfOwnKey, FindDisplayKeys } from './find-keys.ts';
export { FindKeyHistory, FindLicenseKey, type FoundLicenseKey, type KeyHistoryItem } from './find-key-history.ts';
export { IsWaitingForKey } from './is-waiting-for-key.ts';
export { SearchKeys } from './search-keys.ts';
