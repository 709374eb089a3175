import { EntityManager } from '@mikro-orm/postgresql';
import { MaintainEventPartitions } from '../../commands/maintain-event-partitions.ts';
import { HandOverEvents, HandOverEventsHandler } from '../../commands/hand-over-events.ts';
import { type EventRange, EventSink, EventSinks } from '../../domain/event-sink.ts';
import { ClickHouseServer } from '../../../../../test/support/clickhouse-server.ts';
import { openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { SqlEventHandover } from './event-handover.repository.ts';

const server = await ClickHouseServer.start();
process.env['EVENTS_SINK_CLICKHOUSE_URL'] = server.url;
