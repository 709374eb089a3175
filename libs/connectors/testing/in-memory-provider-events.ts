import { type DomainEvent, ResourceNotFound } from '#kernel';
import { ConnectorEventReceived } from '../src/domain/connector.events.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import {
  type EventSelection,
  type ProviderEvent,
  ProviderEvents,
  type StoredProviderEvent,
} from '../src/domain/provider-events.ts';

type Status = Outcome['status'] | 'pending';

interface StoredEvent {
  event: ProviderEvent;
  readonly createdAt: Date;
  status: Status;
  objectId: string | null;
}

/** Events of providers in a map. Keeps the recorded events. */
export class InMemoryProviderEvents extends ProviderEvents {
  readonly events: DomainEvent[] = [];
  readonly stored = new Map<string, StoredEvent>();

  async add(event: ProviderEvent, now: Date): Promise<boolean> {
    const isKnown = [...this.stored.values()].some(
      ({ event: { connectorId, externalId } }) => connectorId === event.connectorId && externalId === event.externalId,
    );
    if (isKnown) return false;
    this.stored.set(event.id, { event, createdAt: now, status: 'pending', objectId: null });
    this.publish(event, now);
    return true;
  }

  async find(id: string): Promise<StoredProviderEvent | undefined> {
    const stored = this.stored.get(id);
    return stored && { ...stored.event, objectId: stored.objectId, mayBeListed: true };
  }

  async settle(id: string, outcome: Outcome): Promise<void> {
    this.stored.get(id)!.status = outcome.status;
  }

  async organizationOf({
    id,
    connectorId,
    organizations,
  }: {
    readonly id: string;
    readonly connectorId: string;
    readonly organizations: readonly string[];
  }): Promise<string> {
    const event = this.stored.get(id)?.event;
    if (event?.connectorId !== connectorId || !organizations.includes(event.organizationId)) throw new ResourceNotFound();
    return event.organizationId;
  }

  async retry(id: string, now: Date): Promise<void> {
    const stored = this.stored.get(id);
    if (!stored) return;
    stored.status = 'pending';
    this.publish(stored.event, now);
  }

  async retryOfObject(objectId: string, now: Date): Promise<void> {
    for (const { event, status, objectId: about } of this.stored.values())
      if (about === objectId && (status === 'failed' || status === 'waiting')) await this.retry(event.id, now);
  }

  async retryBatch(
    { connectorId, statuses, from, to }: EventSelection,
    after: string | null,
    now: Date,
  ): Promise<{ readonly count: number; readonly last: string | null }> {
    const selected = [...this.stored.values()].filter(
      ({ event, status, createdAt }) =>
        event.connectorId === connectorId &&
        (after === null || event.id > after) &&
        (!statuses || statuses.some((each) => each === status)) &&
        (!from || createdAt >= from) &&
        (!to || createdAt < to),
    );
    for (const { event } of selected) await this.retry(event.id, now);
    return { count: selected.length, last: null };
  }

  async eraseOf(objectIds: readonly string[]): Promise<void> {
    for (const stored of this.stored.values())
      if (objectIds.includes(stored.objectId ?? '')) stored.event = { ...stored.event, body: '' };
  }

  async eraseContaining(connectorId: string, email: string, after: string | null): Promise<string | null> {
    for (const stored of this.stored.values()) {
      const { event, status, objectId } = stored;
      const isUnread = event.connectorId === connectorId && event.id > (after ?? '') && objectId === null;
      const isContained = event.body.toLowerCase().includes(JSON.stringify(email).toLowerCase());
      if (isUnread && status !== 'pending' && isContained) stored.event = { ...event, body: '' };
    }
    return null;
  }

  async deleteOld(before: Date): Promise<number> {
    const old = [...this.stored.values()].filter(
      ({ status, createdAt }) => ['processed', 'ignored'].includes(status) && createdAt < before,
    );
    for (const { event } of old) this.stored.delete(event.id);
    return old.length;
  }

  private publish({ organizationId, id, connectorId }: ProviderEvent, now: Date): void {
    this.events.push(new ConnectorEventReceived(organizationId, id, now, connectorId));
  }
}
