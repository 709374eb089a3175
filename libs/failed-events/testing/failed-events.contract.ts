import { randomUUID } from 'node:crypto';
import { ResourceNotFound } from '#kernel';
import type { FailedEvent } from '../src/domain/failed-event.ts';
import type { FailedEvents } from '../src/domain/failed-events.ts';
import { aFailedEvent, ORGANIZATION, OTHER_ORGANIZATION } from './failed-event.builder.ts';

export interface OpenedFailedEvents {
  readonly events: FailedEvents;
  /** As the worker adds them. */
  add(event: FailedEvent): Promise<void>;
  close(): Promise<void>;
}

const organizations = [ORGANIZATION];

/** The tests that every implementation of the port `FailedEvents` passes. */
export function failedEventsContract(storage: string, open: () => Promise<OpenedFailedEvents>): void {
  describe(`failed events in ${storage}`, () => {
    let opened: OpenedFailedEvents;
    let events: FailedEvents;
    beforeAll(async () => {
      opened = await open();
      events = opened.events;
    });
    afterAll(() => opened.close());

    const add = async (builder = aFailedEvent()): Promise<{ id: string; organizations: string[] }> => {
      const event = builder.build();
      await opened.add(event);
      return { id: event.id, organizations };
    };
    const statusOf = (which: { id: string; organizations: string[] }) =>
      events.change(which, ({ snapshot: { status } }) => status);

    test('an event is stored as it is, and a change is visible to the next change', async () => {
      const event = aFailedEvent().build();
      const added = event.snapshot;
      await opened.add(event);
      const which = { id: event.id, organizations };
      const stored = await events.change(which, (found) => {
        const { organizationId, eventId, subscriber, name, aggregateId, occurredAt, failedAt, reason, status } = found.snapshot;
        found.retry();
        return { organizationId, eventId, subscriber, name, aggregateId, occurredAt, failedAt, reason, status };
      });
      expect(added).toMatchObject(stored);
      expect(await statusOf(which)).toBe('retry_requested');
    });

    test('a rejected change stores nothing', async () => {
      const which = await add();
      const rejected = events.change(which, (event) => {
        event.retry();
        throw new Error('no');
      });
      await expect(rejected).rejects.toThrow('no');
      expect(await statusOf(which)).toBe('failed');
    });

    test('some of an organization are changed, those first that failed first', async () => {
      const place = randomUUID();
      const of = (day: string) => aFailedEvent().of(place).failedOn(day);
      const [third, first, second] = [
        await add(of('2026-11-03T00:00:00Z')),
        await add(of('2026-11-01T00:00:00Z')),
        await add(of('2026-11-02T00:00:00Z')),
      ].map(({ id }) => ({ id, organizations: [place] }));
      const other = await add();
      expect(await events.changeSome(place, 2, (event) => event.retry())).toBe(2);
      expect(await Promise.all([first!, second!, third!].map(statusOf))).toEqual([
        'retry_requested',
        'retry_requested',
        'failed',
      ]);
      expect(await statusOf(other)).toBe('failed');
      expect(await events.changeSome(place, 2, (event) => event.retry())).toBe(1);
      expect(await events.changeSome(place, 2, (event) => event.retry())).toBe(0);
    });

    test('unknown and foreign events are not found', async () => {
      const foreign = await add(aFailedEvent().of(OTHER_ORGANIZATION));
      for (const which of [{ id: randomUUID(), organizations }, foreign]) {
        await expect(events.change(which, () => 'seen')).rejects.toThrow(ResourceNotFound);
        await expect(events.organizationOf(which)).rejects.toThrow(ResourceNotFound);
      }
      expect(await events.organizationOf({ id: foreign.id, organizations: [OTHER_ORGANIZATION] })).toBe(OTHER_ORGANIZATION);
    });
  });
}
