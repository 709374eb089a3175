import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { CustomerMeterChangesController } from './adapters/http/customer-meter-changes.controller.ts';
import { CustomerMeterReservationsController } from './adapters/http/customer-meter-reservations.controller.ts';
import { CustomerMetersController } from './adapters/http/customer-meters.controller.ts';
import { EventTypesController } from './adapters/http/event-types.controller.ts';
import { EventVoidingController } from './adapters/http/event-voiding.controller.ts';
import { EventsController } from './adapters/http/events.controller.ts';
import { MetersController } from './adapters/http/meters.controller.ts';
import { PortalMetersController } from './adapters/http/portal-meters.controller.ts';
import { SqlBackfills } from './adapters/persistence/backfills.repository.ts';
import { SqlBalances } from './adapters/persistence/balances.repository.ts';
import { SqlEventCorrections } from './adapters/persistence/event-corrections.repository.ts';
import { SqlEventCounts } from './adapters/persistence/event-counts.repository.ts';
import { SqlEventHandover } from './adapters/persistence/event-handover.repository.ts';
import { MikroOrmEventTypes } from './adapters/persistence/event-types.repository.ts';
import { MikroOrmMeters } from './adapters/persistence/meters.repository.ts';
import { SqlReservableMeters } from './adapters/persistence/reservable-meters.repository.ts';
import { SqlPartitions } from './adapters/persistence/partitions.repository.ts';
import { SqlRankings } from './adapters/persistence/rankings.repository.ts';
import { SqlSubjects } from './adapters/persistence/subjects.repository.ts';
import { SqlUsageEvents } from './adapters/persistence/usage-events.repository.ts';
import { ConfiguredEventSinks } from './adapters/storage/configured-event-sinks.ts';
import { Balances } from './domain/balances.ts';
import { EventCorrections } from './domain/event-corrections.ts';
import { EventCounts } from './domain/event-counts.ts';
import { EventHandover } from './domain/event-handover.ts';
import { EventSinks } from './domain/event-sink.ts';
import { EventTypes } from './domain/event-types.ts';
import { Backfills, Meters } from './domain/meters.ts';
import { ReservableMeters } from './domain/reservable-meters.ts';
import { Partitions } from './domain/partitions.ts';
import { Rankings } from './domain/rankings.ts';
import { Subjects, UsageEvents } from './domain/usage-event.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: Meters, useClass: MikroOrmMeters },
  { provide: EventCorrections, useClass: SqlEventCorrections },
  { provide: EventCounts, useClass: SqlEventCounts },
  { provide: EventHandover, useClass: SqlEventHandover },
  { provide: EventSinks, useFactory: (config: Config) => new ConfiguredEventSinks(config), inject: [Config] },
  { provide: EventTypes, useClass: MikroOrmEventTypes },
  { provide: Backfills, useClass: SqlBackfills },
  { provide: Balances, useClass: SqlBalances },
  { provide: Partitions, useClass: SqlPartitions },
  { provide: Rankings, useClass: SqlRankings },
  { provide: ReservableMeters, useClass: SqlReservableMeters },
  { provide: UsageEvents, useClass: SqlUsageEvents },
  { provide: Subjects, useClass: SqlSubjects },
];

@Module({
  controllers: [
    MetersController,
    EventsController,
    EventVoidingController,
    EventTypesController,
    CustomerMetersController,
    CustomerMeterChangesController,
    CustomerMeterReservationsController,
    PortalMetersController,
  ],
  providers: [...ports, ...Object.values(commands), ...Object.values(queries)],
})
export class MeteringModule {}
