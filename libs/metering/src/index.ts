import type { Tables } from '#platform/persistence';
import { Migration20261121_0900_Metering } from '../migrations/migration-20261121-0900-metering.ts';
import { Migration20261121_0901_Balances } from '../migrations/migration-20261121-0901-balances.ts';
import { Migration20261121_0930_Standings } from '../migrations/migration-20261121-0930-standings.ts';
import { Migration20261121_1130_LargerCredits } from '../migrations/migration-20261121-1130-larger-credits.ts';
import { Migration20261121_1140_FormerKeys } from '../migrations/migration-20261121-1140-former-keys.ts';
import { Migration20261122_1200_UsageBuckets } from '../migrations/migration-20261122-1200-usage-buckets.ts';
import { Migration20261122_2302_CreditsOfCustomers } from '../migrations/migration-20261122-2302-credits-of-customers.ts';
import { Migration20261124_0600_EventTypes } from '../migrations/migration-20261124-0600-event-types.ts';
import { Migration20261124_0900_Reservations } from '../migrations/migration-20261124-0900-reservations.ts';
import { Migration20261125_0302_NamesWithoutTypes } from '../migrations/migration-20261125-0302-names-without-types.ts';
import { EventTypeMapping } from './adapters/persistence/event-type.mapping.ts';
import { MeterMapping } from './adapters/persistence/meter.mapping.ts';

export { StartWindowsWhenMetersCycled } from './adapters/messaging/start-windows-when-meters-cycled.ts';
export { StartWindowsWhenSubscriptionCycled } from './adapters/messaging/start-windows-when-subscription-cycled.ts';
export { CreditMeterWhenBenefitGranted } from './adapters/messaging/credit-meter-when-benefit-granted.ts';
export { RecordSystemEventWhenBenefitGranted } from './adapters/messaging/record-system-event-when-benefit-granted.ts';
export { RecordSystemEventWhenCustomerChanges } from './adapters/messaging/record-system-event-when-customer-changes.ts';
export { RecordSystemEventWhenOrderChanges } from './adapters/messaging/record-system-event-when-order-changes.ts';
export { RecordSystemEventWhenSubscriptionChanges } from './adapters/messaging/record-system-event-when-subscription-changes.ts';
export { EraseUsageDetailsWhenCustomerAnonymized } from './adapters/messaging/erase-usage-details-when-customer-anonymized.ts';
export { MoveUsageWhenCustomerMerged } from './adapters/messaging/move-usage-when-customer-merged.ts';
export { RecheckCustomerOfUsage } from './adapters/messaging/recheck-customer-of-usage.ts';
export { SyncCustomerWhenCreated } from './adapters/messaging/sync-customer-when-created.ts';
export { SyncCustomerWhenDeleted } from './adapters/messaging/sync-customer-when-deleted.ts';
export { SyncCustomerWhenUpdated } from './adapters/messaging/sync-customer-when-updated.ts';
export { RevokeCreditWhenGrantRevoked } from './adapters/messaging/revoke-credit-when-grant-revoked.ts';
export { RunBackfills } from './commands/run-backfills.ts';
export { CreateMeter } from './commands/create-meter.ts';
export { SyncCustomer } from './commands/sync-customer.ts';
export { IngestEvents, type UsageEventInput } from './commands/ingest-events.ts';
export { MaintainEventPartitions } from './commands/maintain-event-partitions.ts';
export { RankCustomerMeters } from './commands/rank-customer-meters.ts';
export { GetQuantities } from './queries/get-quantities.ts';
export { ListCustomerMeters } from './queries/list-customer-meters.ts';
export { MeteringModule } from './metering.module.ts';

export const meteringTables: Tables = {
  entities: [MeterMapping, EventTypeMapping],
  migrations: [
    Migration20261121_0900_Metering,
    Migration20261121_0901_Balances,
    Migration20261121_0930_Standings,
    Migration20261121_1130_LargerCredits,
    Migration20261121_1140_FormerKeys,
    Migration20261122_1200_UsageBuckets,
    Migration20261122_2302_CreditsOfCustomers,
    Migration20261124_0600_EventTypes,
    Migration20261124_0900_Reservations,
    Migration20261125_0302_NamesWithoutTypes,
  ],
};
