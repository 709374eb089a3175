import { Module } from '@nestjs/common';
import { CustomerMeterReservationsController } from './adapters/http/customer-meter-reservations.controller.ts';
import { CustomerMetersController } from './adapters/http/customer-meters.controller.ts';
import { EventTypesController } from './adapters/http/event-types.controller.ts';
import { EventsController } from './adapters/http/events.controller.ts';
import { MetersController } from './adapters/http/meters.controller.ts';
import { PortalMetersController } from './adapters/http/portal-meters.controller.ts';
import { StartWindowsWhenMetersCycled } from './adapters/messaging/start-windows-when-meters-cycled.ts';
import { StartWindowsWhenSubscriptionCycled } from './adapters/messaging/start-windows-when-subscription-cycled.ts';
import { CreditMeterWhenBenefitGranted } from './adapters/messaging/credit-meter-when-benefit-granted.ts';
import { RecordSystemEventWhenBenefitGranted } from './adapters/messaging/record-system-event-when-benefit-granted.ts';
import { RecordSystemEventWhenCustomerChanges } from './adapters/messaging/record-system-event-when-customer-changes.ts';
import { RecordSystemEventWhenOrderChanges } from './adapters/messaging/record-system-event-when-order-changes.ts';
import { RecordSystemEventWhenSubscriptionChanges } from './adapters/messaging/record-system-event-when-subscription-changes.ts';
import { EraseUsageDetailsWhenCustomerAnonymized } from './adapters/messaging/erase-usage-details-when-customer-anonymized.ts';
import { SyncCustomerWhenCreated } from './adapters/messaging/sync-customer-when-created.ts';
import { SyncCustomerWhenDeleted } from './adapters/messaging/sync-customer-when-deleted.ts';
import { SyncCustomerWhenUpdated } from './adapters/messaging/sync-customer-when-updated.ts';
import { RevokeCreditWhenGrantRevoked } from './adapters/messaging/revoke-credit-when-grant-revoked.ts';
import { MoveUsageWhenCustomerMerged } from './adapters/messaging/move-usage-when-customer-merged.ts';
import { RecheckCustomerOfUsage } from './adapters/messaging/recheck-customer-of-usage.ts';
import { SqlBackfills } from './adapters/persistence/backfills.repository.ts';
import { SqlBalances } from './adapters/persistence/balances.repository.ts';
import { MikroOrmEventTypes } from './adapters/persistence/event-types.repository.ts';
import { MikroOrmMeters } from './adapters/persistence/meters.repository.ts';
import { SqlReservableMeters } from './adapters/persistence/reservable-meters.repository.ts';
import { SqlPartitions } from './adapters/persistence/partitions.repository.ts';
import { SqlRankings } from './adapters/persistence/rankings.repository.ts';
import { SqlSubjects } from './adapters/persistence/subjects.repository.ts';
import { SqlUsageEvents } from './adapters/persistence/usage-events.repository.ts';
import { StartBillingWindowsHandler } from './commands/start-billing-windows.ts';
import { RunBackfillsHandler } from './commands/run-backfills.ts';
import { CreateMeterHandler } from './commands/create-meter.ts';
import { EraseUsageDetailsHandler } from './commands/erase-usage-details.ts';
import { MoveUsageOfMergedCustomerHandler } from './commands/move-usage-of-merged-customer.ts';
import { SyncCustomerHandler } from './commands/sync-customer.ts';
import { SyncCreditsWithGrantHandler } from './commands/sync-credits-with-grant.ts';
import { CommitUnitsHandler } from './commands/commit-units.ts';
import { ReleaseUnitsHandler } from './commands/release-units.ts';
import { ReserveUnitsHandler } from './commands/reserve-units.ts';
import { IngestEventsHandler } from './commands/ingest-events.ts';
import { RecordBenefitEventHandler } from './commands/record-benefit-event.ts';
import { RecordSystemEventHandler } from './commands/record-system-event.ts';
import { MaintainEventPartitionsHandler } from './commands/maintain-event-partitions.ts';
import { RankCustomerMetersHandler } from './commands/rank-customer-meters.ts';
import { UpdateEventTypeHandler } from './commands/update-event-type.ts';
import { UpdateMeterHandler } from './commands/update-meter.ts';
import { SetThresholdsHandler } from './commands/set-thresholds.ts';
import { Balances } from './domain/balances.ts';
import { EventTypes } from './domain/event-types.ts';
import { Backfills, Meters } from './domain/meters.ts';
import { ReservableMeters } from './domain/reservable-meters.ts';
import { Partitions } from './domain/partitions.ts';
import { Rankings } from './domain/rankings.ts';
import { Subjects, UsageEvents } from './domain/usage-event.ts';
import { FindCustomerMetersHandler } from './queries/find-customer-meters.ts';
import { MeterLoader } from './queries/meter-loader.ts';
import { FindMetersHandler } from './queries/find-meters.ts';
import { FindUsageHandler } from './queries/find-usage.ts';
import { GetCustomerMeterHandler } from './queries/get-customer-meter.ts';
import { GetEventTypeHandler } from './queries/get-event-type.ts';
import { GetEventHandler } from './queries/get-event.ts';
import { GetMeterHandler } from './queries/get-meter.ts';
import { GetPortalQuantitiesHandler } from './queries/get-portal-quantities.ts';
import { GetQuantitiesHandler } from './queries/get-quantities.ts';
import { GetThresholdsHandler } from './queries/get-thresholds.ts';
import { ListCustomerMetersHandler } from './queries/list-customer-meters.ts';
import { ListMeterReservationsHandler } from './queries/list-meter-reservations.ts';
import { ListEventNamesHandler } from './queries/list-event-names.ts';
import { ListEventTypesHandler } from './queries/list-event-types.ts';
import { ListEventsHandler } from './queries/list-events.ts';
import { ListMetersHandler } from './queries/list-meters.ts';
import { MeterQuantities } from './queries/meter-quantities.ts';
import { GetPortalMeterHandler, ListPortalMetersHandler, PortalMeters } from './queries/portal-meters.ts';
import { CustomerMeterLoader } from './queries/customer-meter-loader.ts';
import { EventLoader } from './queries/event-loader.ts';

const ports = [
  { provide: Meters, useClass: MikroOrmMeters },
  { provide: EventTypes, useClass: MikroOrmEventTypes },
  { provide: Backfills, useClass: SqlBackfills },
  { provide: Balances, useClass: SqlBalances },
  { provide: Partitions, useClass: SqlPartitions },
  { provide: Rankings, useClass: SqlRankings },
  { provide: ReservableMeters, useClass: SqlReservableMeters },
  { provide: UsageEvents, useClass: SqlUsageEvents },
  { provide: Subjects, useClass: SqlSubjects },
];

const commands = [
  CreateMeterHandler,
  UpdateMeterHandler,
  UpdateEventTypeHandler,
  SetThresholdsHandler,
  RunBackfillsHandler,
  RankCustomerMetersHandler,
  IngestEventsHandler,
  ReserveUnitsHandler,
  CommitUnitsHandler,
  ReleaseUnitsHandler,
  SyncCustomerHandler,
  EraseUsageDetailsHandler,
  MoveUsageOfMergedCustomerHandler,
  SyncCreditsWithGrantHandler,
  RecordSystemEventHandler,
  RecordBenefitEventHandler,
  StartBillingWindowsHandler,
  MaintainEventPartitionsHandler,
];

const queries = [
  GetMeterHandler,
  GetThresholdsHandler,
  MeterQuantities,
  GetQuantitiesHandler,
  ListMetersHandler,
  MeterLoader,
  FindMetersHandler,
  ListEventsHandler,
  GetEventHandler,
  ListEventNamesHandler,
  ListEventTypesHandler,
  GetEventTypeHandler,
  EventLoader,
  ListCustomerMetersHandler,
  GetCustomerMeterHandler,
  ListMeterReservationsHandler,
  CustomerMeterLoader,
  FindCustomerMetersHandler,
  FindUsageHandler,
  PortalMeters,
  ListPortalMetersHandler,
  GetPortalMeterHandler,
  GetPortalQuantitiesHandler,
];

const subscribers = [
  RecordSystemEventWhenBenefitGranted,
  RecordSystemEventWhenCustomerChanges,
  RecordSystemEventWhenOrderChanges,
  RecordSystemEventWhenSubscriptionChanges,
  SyncCustomerWhenCreated,
  SyncCustomerWhenUpdated,
  SyncCustomerWhenDeleted,
  EraseUsageDetailsWhenCustomerAnonymized,
  MoveUsageWhenCustomerMerged,
  RecheckCustomerOfUsage,
  CreditMeterWhenBenefitGranted,
  RevokeCreditWhenGrantRevoked,
  StartWindowsWhenSubscriptionCycled,
  StartWindowsWhenMetersCycled,
];

@Module({
  controllers: [
    MetersController,
    EventsController,
    EventTypesController,
    CustomerMetersController,
    CustomerMeterReservationsController,
    PortalMetersController,
  ],
  providers: [...ports, ...commands, ...queries, ...subscribers],
})
export class MeteringModule {}
