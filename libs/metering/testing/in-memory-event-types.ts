import { ResourceNotFound, type Sync } from '#kernel';
import type { EventType } from '../src/domain/event-type.ts';
import { EventTypes, type WhichEventType } from '../src/domain/event-types.ts';

/** Event types in a map, for tests of handlers. */
export class InMemoryEventTypes extends EventTypes {
  private readonly eventTypes = new Map<string, EventType>();

  store(eventType: EventType): void {
    this.eventTypes.set(eventType.id, eventType);
  }

  async change<T>(which: WhichEventType, by: (eventType: EventType) => Sync<T>): Promise<T> {
    return by(this.find(which)) as T;
  }

  async organizationOf(which: WhichEventType): Promise<string> {
    return this.find(which).organizationId;
  }

  private find({ id, organizations }: WhichEventType): EventType {
    const eventType = this.eventTypes.get(id);
    if (!eventType || !organizations.includes(eventType.organizationId)) throw new ResourceNotFound();
    return eventType;
  }
}
