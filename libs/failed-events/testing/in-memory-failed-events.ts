import { ResourceNotFound, type Sync } from '#kernel';
import type { FailedEvent } from '../src/domain/failed-event.ts';
import { FailedEvents, type WhichFailedEvent } from '../src/domain/failed-events.ts';

export class InMemoryFailedEvents extends FailedEvents {
  readonly events: FailedEvent[] = [];

  async change<T>(which: WhichFailedEvent, by: (event: FailedEvent) => Sync<T>): Promise<T> {
    const event = this.find(which);
    const { status } = event;
    try {
      return by(event) as T;
    } catch (error) {
      event.status = status;
      throw error;
    }
  }

  async changeSome(organizationId: string, most: number, by: (event: FailedEvent) => void): Promise<number> {
    const some = this.events
      .filter((event) => event.organizationId === organizationId && event.status === 'failed')
      .sort((a, b) => a.failedAt.getTime() - b.failedAt.getTime())
      .slice(0, most);
    for (const event of some) by(event);
    return some.length;
  }

  async organizationOf(which: WhichFailedEvent): Promise<string> {
    return this.find(which).organizationId;
  }

  private find({ id, organizations }: WhichFailedEvent): FailedEvent {
    const event = this.events.find((each) => each.id === id && organizations.includes(each.organizationId));
    if (!event) throw new ResourceNotFound();
    return event;
  }
}
