import { Module } from '@nestjs/common';
import { CustomerMetersController } from './adapters/http/customer-meters.controller.ts';
import { EventsController } from './adapters/http/events.controller.ts';
import { MetersController } from './adapters/http/meters.controller.ts';
import { PortalMetersController } from './adapters/http/portal-meters.controller.ts';
import { BeginWindowsWhenMetersCycled } from './adapters/messaging/begin-windows-when-meters-cycled.ts';
import { BeginWindowsWhenSubscriptionCycled } from './adapters/messaging/begin-windows-when-subscription-cycled.ts';
import { CreditMeterWhenBenefitGranted } from './adapters/messaging/credit-meter-when-benefit-granted.ts';
import { FollowCustomerWhenCreated } from './adapters/messaging/follow-customer-when-created.ts';
import { FollowCustomerWhenDeleted } from './adapters/messaging/follow-customer-when-deleted.ts';
import { FollowCustomerWhenUpdated } from './adapters/messaging/follow-customer-when-updated.ts';
import { TakeCreditBackWhenGrantRevoked } from './adapters/messaging/take-credit-back-when-grant-revoked.ts';
import { SqlBacklogs } from './adapters/persistence/backlogs.repository.ts';
import { SqlBalances } from './adapters/persistence/balances.repository.ts';
import { MikroOrmMeters } from './adapters/persistence/meters.repository.ts';
import { SqlPartitions } from './adapters/persistence/partitions.repository.ts';
import { SqlSubjects } from './adapters/persistence/subjects.repository.ts';
import { SqlUsageEvents } from './adapters/persistence/usage-events.repository.ts';
import { BeginWindowsHandler } from './commands/begin-windows.ts';
import { CountBacklogsHandler } from './commands/count-backlogs.ts';
import { CreateMeterHandler } from './commands/create-meter.ts';
import { FollowCustomerHandler } from './commands/follow-customer.ts';
import { FollowGrantHandler } from './commands/follow-grant.ts';
import { IngestEventsHandler } from './commands/ingest-events.ts';
import { KeepEventsHandler } from './commands/keep-events.ts';
import { UpdateMeterHandler } from './commands/update-meter.ts';
import { WatchThresholdsHandler } from './commands/watch-thresholds.ts';
import { Balances } from './domain/balances.ts';
import { Backlogs, Meters } from './domain/meters.ts';
import { Partitions } from './domain/partitions.ts';
import { Subjects, UsageEvents } from './domain/usage-event.ts';
import { FindCustomerMetersHandler } from './queries/find-customer-meters.ts';
import { FindMetersHandler } from './queries/find-meters.ts';
import { FindUsageHandler } from './queries/find-usage.ts';
import { GetCustomerMeterHandler } from './queries/get-customer-meter.ts';
import { GetEventHandler } from './queries/get-event.ts';
import { GetMeterHandler } from './queries/get-meter.ts';
import { GetQuantitiesHandler } from './queries/get-quantities.ts';
import { GetThresholdsHandler } from './queries/get-thresholds.ts';
import { ListCustomerMetersHandler } from './queries/list-customer-meters.ts';
import { ListEventNamesHandler } from './queries/list-event-names.ts';
import { ListEventsHandler } from './queries/list-events.ts';
import { ListMetersHandler } from './queries/list-meters.ts';
import { GetPortalMeterHandler, ListPortalMetersHandler, PortalMeters } from './queries/portal-meters.ts';
import { ShownCustomerMeters } from './queries/shown-customer-meters.ts';
import { ShownEvents } from './queries/shown-events.ts';

const ports = [
  { provide: Meters, useClass: MikroOrmMeters },
  { provide: Backlogs, useClass: SqlBacklogs },
  { provide: Balances, useClass: SqlBalances },
  { provide: Partitions, useClass: SqlPartitions },
  { provide: UsageEvents, useClass: SqlUsageEvents },
  { provide: Subjects, useClass: SqlSubjects },
];

const commands = [
  CreateMeterHandler,
  UpdateMeterHandler,
  WatchThresholdsHandler,
  CountBacklogsHandler,
  IngestEventsHandler,
  FollowCustomerHandler,
  FollowGrantHandler,
  BeginWindowsHandler,
  KeepEventsHandler,
];

const queries = [
  GetMeterHandler,
  GetThresholdsHandler,
  GetQuantitiesHandler,
  ListMetersHandler,
  FindMetersHandler,
  ListEventsHandler,
  GetEventHandler,
  ListEventNamesHandler,
  ShownEvents,
  ListCustomerMetersHandler,
  GetCustomerMeterHandler,
  ShownCustomerMeters,
  FindCustomerMetersHandler,
  FindUsageHandler,
  PortalMeters,
  ListPortalMetersHandler,
  GetPortalMeterHandler,
];

const subscribers = [
  FollowCustomerWhenCreated,
  FollowCustomerWhenUpdated,
  FollowCustomerWhenDeleted,
  CreditMeterWhenBenefitGranted,
  TakeCreditBackWhenGrantRevoked,
  BeginWindowsWhenSubscriptionCycled,
  BeginWindowsWhenMetersCycled,
];

@Module({
  controllers: [MetersController, EventsController, CustomerMetersController, PortalMetersController],
  providers: [...ports, ...commands, ...queries, ...subscribers],
})
export class MeteringModule {}
