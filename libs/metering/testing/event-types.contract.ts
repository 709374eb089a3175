import { newId, ResourceNotFound } from '#kernel';
import type { EventType } from '../src/domain/event-type.ts';
import type { EventTypes } from '../src/domain/event-types.ts';
import { anEventType } from './event-type.builder.ts';
import { ORGANIZATION, OTHER_ORGANIZATION } from './meter.builder.ts';

export interface OpenedEventTypes {
  readonly eventTypes: EventTypes;
  /** Stores an event type as ingestion does. */
  store(eventType: EventType): Promise<void>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00Z');
const OWN_ORGANIZATIONS = [ORGANIZATION];

/** The tests that every implementation of the port `EventTypes` passes. */
export function eventTypesContract(storage: string, open: () => Promise<OpenedEventTypes>): void {
  describe(`event types in ${storage}`, () => {
    let opened: OpenedEventTypes;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const stored = async (organizationId?: string): Promise<EventType> => {
      const eventType = anEventType(organizationId);
      await opened.store(eventType);
      return eventType;
    };

    test('a change is visible to the next change', async () => {
      const { id, name } = (await stored()).snapshot;
      const which = { id, organizations: OWN_ORGANIZATIONS };
      expect(await opened.eventTypes.organizationOf(which)).toBe(ORGANIZATION);
      await opened.eventTypes.change(which, (type) => type.update({ label: 'Calls', labelPropertySelector: 'path' }, NOW));
      await opened.eventTypes.change(which, (type) => type.update({ label: undefined }, NOW));
      const seen = await opened.eventTypes.change(
        which,
        ({ snapshot: { label, labelPropertySelector, modifiedAt, ...type } }) => ({
          name: type.name,
          label,
          labelPropertySelector,
          modifiedAt: modifiedAt?.toISOString(),
        }),
      );
      expect(seen).toEqual({ name, label: 'Calls', labelPropertySelector: 'path', modifiedAt: NOW.toISOString() });
    });

    test('unknown and foreign event types are not found', async () => {
      const foreign = await stored(OTHER_ORGANIZATION);
      for (const id of [newId(), foreign.id]) {
        const which = { id, organizations: OWN_ORGANIZATIONS };
        await expect(opened.eventTypes.change(which, () => 'seen')).rejects.toThrow(ResourceNotFound);
        await expect(opened.eventTypes.organizationOf(which)).rejects.toThrow(ResourceNotFound);
      }
    });
  });
}
