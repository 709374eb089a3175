import { jobId, type QueuedDelivery } from './deliveries.ts';

interface WaitingEvent {
  /** The ids of the jobs of deliveries that have not ended. */
  readonly left: Set<string>;
  /** Its other deliveries. If they are processed, the event is done with the last one that waits. */
  others: 'under way' | 'processed' | 'left open';
}

/** The deliveries of this process that wait for a place among bulk work, by their events. */
export class WaitingDeliveries {
  private readonly events = new Map<string, WaitingEvent>();

  has(delivery: QueuedDelivery): boolean {
    return this.events.get(delivery.eventId)?.left.has(jobId(delivery)) ?? false;
  }

  add(delivery: QueuedDelivery): void {
    const waiting = this.events.get(delivery.eventId) ?? { left: new Set(), others: 'under way' };
    waiting.left.add(jobId(delivery));
    this.events.set(delivery.eventId, waiting);
  }

  /** The other deliveries of an event have ended. Returns whether those that waited are processed already. */
  othersEnded(eventId: string, areProcessed: boolean): boolean {
    const waiting = this.events.get(eventId);
    if (!waiting) return false;
    waiting.others = areProcessed ? 'processed' : 'left open';
    return waiting.left.size === 0 && this.events.delete(eventId);
  }

  /** A delivery that has waited is processed. Returns whether its event is done with it. */
  processed(delivery: QueuedDelivery): boolean {
    const waiting = this.events.get(delivery.eventId);
    waiting?.left.delete(jobId(delivery));
    if (waiting?.left.size !== 0 || waiting.others === 'under way') return false;
    this.events.delete(delivery.eventId);
    return waiting.others === 'processed';
  }

  /** A delivery of the event has failed, so that nobody here knows when the event is done. */
  forget(eventId: string): void {
    this.events.delete(eventId);
  }

  clear(): void {
    this.events.clear();
  }
}
