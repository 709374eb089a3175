import type { Pool } from 'pg';
import type { DomainEvent } from '#kernel';
import type { RecordStatement } from '#platform/idempotency';
import { insertEvents } from '#platform/outbox';
import {
  BatchTable,
  GroupCommit,
  type GroupTransaction,
  PipelinedTransaction,
  type StoredProperties,
} from '#platform/persistence';
import { ConnectorEventReceived } from '../../domain/connector.events.ts';
import type { ProviderEvent } from '../../domain/provider-events.ts';
import { ConnectorEventMapping } from './connectors-tables.mapping.ts';

const NEW = { subjectId: null, status: 'pending', problemCode: null, problem: null } as const;

type Row = StoredProperties<typeof ConnectorEventMapping>;

interface ReceivedEvent {
  readonly row: Row;
  readonly published: DomainEvent;
}

interface StoredEvent extends ReceivedEvent {
  /** False if the connector had an event with this id. */
  readonly isNew: boolean;
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
  insert(event: ProviderEvent, now: Date): Promise<boolean> {
    const row = { ...event, ...NEW, createdAt: now, modifiedAt: null };
    const published = new ConnectorEventReceived(event.organizationId, event.id, now, event.connectorId);
    return this.change({ row, published }, ({ isNew }) => isNew);
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
    const rows = requests.map(({ row }) => row).sort((one, other) => (one.externalId < other.externalId ? -1 : 1));
    const inserted = await PipelinedTransaction.begin(await this.pool(), INSERT.of(rows), statements);
    const added = new Set((inserted.rows[0] as { id: string }[]).map(({ id }) => id));
    return {
      first: inserted.first,
      found: requests.map((request) => ({ ...request, isNew: added.has(request.row.id) })),
      commit: async (stored, others) => {
        const events = stored.filter(({ isNew }) => isNew).map(({ published }) => [published]);
        await inserted.transaction.commit([...insertEvents(events), ...others]);
      },
      rollback: () => inserted.transaction.rollback(),
    };
  }
}
