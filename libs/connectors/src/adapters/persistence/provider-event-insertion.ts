import type { Pool } from 'pg';
import { caused, type CausedEvent, insertEvents } from '#engine/outbox';
import { type AggregateStore, aggregateStore, BatchTable, type LockedBatch, type StoredProperties } from '#engine/persistence';
import { ConnectorEventReceived } from '../../domain/connector.events.ts';
import type { ProviderEvent } from '../../domain/provider-events.ts';
import { ConnectorEventMapping } from './connectors-tables.mapping.ts';

const NEW = { subjectId: null, status: 'pending', problemCode: null, problem: null } as const;

type Row = StoredProperties<typeof ConnectorEventMapping>;

interface ReceivedEvent {
  readonly row: Row;
  /** It is stored only if the event of the provider is new. */
  readonly published: readonly CausedEvent[];
}

interface StoredEvent extends ReceivedEvent {
  /** False if the connector had an event with this id. Known when the transaction has ended. */
  isNew: boolean;
}

const INSERT = BatchTable.of(ConnectorEventMapping).insert(
  'connector-events-insert',
  (insert) => `${insert} on conflict (connector_id, external_id) do nothing returning id`,
);

/** The store of new events that payment providers send: those that arrive at the same time are stored by one statement. */
export class ProviderEventInsertion {
  private readonly store: AggregateStore<ReceivedEvent, StoredEvent>;

  constructor(pool: () => Promise<Pool>) {
    this.store = aggregateStore(pool, { name: 'event of a payment provider', batchOf });
  }

  /** Returns false if the connector has an event with this id. */
  async insert(event: ProviderEvent, now: Date): Promise<boolean> {
    const row = { ...event, ...NEW, createdAt: now, modifiedAt: null };
    const published = caused([new ConnectorEventReceived(event.organizationId, event.id, now, event.connectorId)]);
    const stored = await this.store.change({ row, published }, (each) => each);
    return stored.isNew;
  }
}

/** In the order of their ids at the provider, so that none waits for another in a circle. */
function batchOf(requests: readonly ReceivedEvent[]): LockedBatch<StoredEvent> {
  const found = requests.map((request) => ({ ...request, isNew: false }));
  return {
    found,
    writes: (events) => {
      const rows = events.map(({ row }) => row).sort((one, other) => (one.externalId < other.externalId ? -1 : 1));
      const published = events.map((event) => event.published);
      return [...INSERT.of(rows), ...insertEvents(published, 'connectors.events')];
    },
    committed: ([inserted]) => {
      const added = new Set((inserted as { id: string }[]).map(({ id }) => id));
      for (const event of found) event.isNew = added.has(event.row.id);
    },
  };
}
