import type { Tables } from '#platform/persistence';
import { Migration20261121_0900_Metering } from '../migrations/migration-20261121-0900-metering.ts';
import { Migration20261121_0901_Balances } from '../migrations/migration-20261121-0901-balances.ts';
import { Migration20261121_0930_Standings } from '../migrations/migration-20261121-0930-standings.ts';
import { Migration20261121_1140_FormerKeys } from '../migrations/migration-20261121-1140-former-keys.ts';
import { MeterMapping } from './adapters/persistence/meter.mapping.ts';

export { BeginWindowsWhenMetersCycled } from './adapters/messaging/begin-windows-when-meters-cycled.ts';
export { BeginWindowsWhenSubscriptionCycled } from './adapters/messaging/begin-windows-when-subscription-cycled.ts';
export { CreditMeterWhenBenefitGranted } from './adapters/messaging/credit-meter-when-benefit-granted.ts';
export { FollowCustomerWhenCreated } from './adapters/messaging/follow-customer-when-created.ts';
export { FollowCustomerWhenDeleted } from './adapters/messaging/follow-customer-when-deleted.ts';
export { FollowCustomerWhenUpdated } from './adapters/messaging/follow-customer-when-updated.ts';
export { TakeCreditBackWhenGrantRevoked } from './adapters/messaging/take-credit-back-when-grant-revoked.ts';
export { CountBacklogs } from './commands/count-backlogs.ts';
export { CreateMeter } from './commands/create-meter.ts';
export { FollowCustomer } from './commands/follow-customer.ts';
export { IngestEvents, type ToldEvent } from './commands/ingest-events.ts';
export { KeepEvents } from './commands/keep-events.ts';
export { RankCustomerMeters } from './commands/rank-customer-meters.ts';
export { GetQuantities } from './queries/get-quantities.ts';
export { ListCustomerMeters } from './queries/list-customer-meters.ts';
export { MeteringModule } from './metering.module.ts';

export const meteringTables: Tables = {
  entities: [MeterMapping],
  migrations: [
    Migration20261121_0900_Metering,
    Migration20261121_0901_Balances,
    Migration20261121_0930_Standings,
    Migration20261121_1140_FormerKeys,
  ],
};
