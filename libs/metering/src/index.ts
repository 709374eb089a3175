import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { EventTypeMapping } from './adapters/persistence/event-type.mapping.ts';
import { MeterMapping } from './adapters/persistence/meter.mapping.ts';
import { meteringData } from './adapters/persistence/organization-data.ts';

export { eventSinkProblem, readEventSinkStanding } from './adapters/persistence/event-sink-standing.ts';
export { meteringSubscribers } from './adapters/messaging/subscribers.ts';
export { RunBackfills } from './commands/run-backfills.ts';
export { CountEvents } from './commands/count-events.ts';
export { CreateMeter } from './commands/create-meter.ts';
export { EndCredits } from './commands/end-credits.ts';
export { SyncCustomer } from './commands/sync-customer.ts';
export { HandOverEvents } from './commands/hand-over-events.ts';
export { IngestEvents, type UsageEventInput } from './commands/ingest-events.ts';
export { MaintainEventPartitions } from './commands/maintain-event-partitions.ts';
export { RankCustomerMeters } from './commands/rank-customer-meters.ts';
export { RecountEvents } from './commands/recount-events.ts';
export { GetQuantities } from './queries/get-quantities.ts';
export { ListCustomerMeters } from './queries/list-customer-meters.ts';
export { ListEvents } from './queries/list-events.ts';
export { SearchEvents } from './queries/search-events.ts';
export { ConfiguredEventSinks } from './adapters/storage/configured-event-sinks.ts';
export { MeteringModule } from './metering.module.ts';

export const meteringTables: Tables = {
  entities: [MeterMapping, EventTypeMapping],
  migrations: Object.values(migrations),
  placements: {
    'metering.events': 'organization',
    'metering.event_external_ids': 'organization',
    'metering.event_links': 'organization',
    'metering.billing_windows': 'organization',
  },
  ofOrganization: meteringData,
};
