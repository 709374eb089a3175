import type { Pool } from 'pg';
import type { RecordStatement } from '#engine/idempotency';
import { caused, type CausedEvent, insertEvents } from '#engine/outbox';
import { BatchTable, GroupCommit, type GroupTransaction, PipelinedTransaction, type StoredProperties } from '#engine/persistence';
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

/** Group commit of events that payment providers send: those that arrive at the same time are stored by one statement. */
export class ProviderEventInsertion extends GroupCommit<ReceivedEvent, StoredEvent> {
  constructor(private readonly pool: () => Promise<Pool>) {
    super('event of a payment provider');
  }

  /** Returns false if the connector has an event with this id. */
  async insert(event: ProviderEvent, now: Date): Promise<boolean> {
    const row = { ...event, ...NEW, createdAt: now, modifiedAt: null };
    const published = caused([new ConnectorEventReceived(event.organizationId, event.id, now, event.connectorId)]);
    const stored = await this.change({ row, published }, (each) => each);
    return stored.isNew;
  }

  /** Every request is found: it brings its own event. */
  protected notFound(): Error {
    return new Error('A received event is missing');
  }

  /** In the order of their ids at the provider, so that none waits for another in a circle. */
  protected async begin(
    requests: readonly ReceivedEvent[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<StoredEvent>> {
    const { transaction, first } = await PipelinedTransaction.begin(await this.pool(), [], statements);
    return {
      first,
      found: requests.map((request) => ({ ...request, isNew: false })),
      commit: async (events, others) => {
        const rows = events.map(({ row }) => row).sort((one, other) => (one.externalId < other.externalId ? -1 : 1));
        const published = events.map((event) => event.published);
        const writes = [...INSERT.of(rows), ...insertEvents(published, 'connectors.events'), ...others];
        const [inserted] = (await transaction.commit(writes)) as { id: string }[][];
        const added = new Set(inserted!.map(({ id }) => id));
        for (const event of events) event.isNew = added.has(event.row.id);
      },
      rollback: () => transaction.rollback(),
    };
  }
}
