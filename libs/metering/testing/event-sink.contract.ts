import { newId } from '#kernel';
import type { EventRange, EventSink, EventRecord } from '../src/domain/event-sink.ts';

/** A sink with what it keeps: each event with its metadata as text, as often as it would be counted. */
export interface OpenedEventSink {
  readonly sink: EventSink;
  kept(): Promise<readonly (readonly [id: string, metadata: string])[]>;
  /** From now on the sink does not respond; again, that it does. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const NEVER = new AbortController().signal;

/** A range of events at every position between the two. */
export function aRange(after: number, to: number, metadata = '{}'): EventRange {
  const organization = newId();
  const events = Array.from({ length: to - after }, (_, index): EventRecord => {
    const absent = { member_id: null, external_member_id: null, external_id: null, parent: null, customer_id: null };
    const times = { ingested_at: '2026-11-27T10:00:00.123456Z', timestamp: '0001-01-01T00:00:00.000000Z' };
    const about = { source: 'user', name: 'line\nbreak "quoted"', external_customer_id: 'ä\u2028' };
    return { seq: `${after + index + 1}`, id: newId(), organization_id: organization, ...times, ...about, ...absent, metadata };
  });
  return { after: `${after}`, to: `${to}`, events };
}

export function eventSinkContract(what: string, open: () => Promise<OpenedEventSink>): void {
  describe(`the sink in ${what}`, () => {
    let opened: OpenedEventSink;
    beforeEach(async () => (opened = await open()));
    afterEach(() => opened.close());

    const keptIds = async () => (await opened.kept()).map(([id]) => id).sort();
    const idsOf = (...ranges: EventRange[]) => ranges.flatMap(({ events }) => events.map(({ id }) => id)).sort();

    test('keeps every event, with all digits of its numbers', async () => {
      const metadata = '{"text": "a\\nb", "amount": 0.12345678901234567890, "list": [{"deep": null}]}';
      const range = aRange(0, 1, metadata);
      await opened.sink.store(range, NEVER);
      expect(await opened.kept()).toEqual([[range.events[0]!.id, metadata]]);
    });

    test('keeps the events of a range once that is stored again', async () => {
      const [first, second] = [aRange(0, 3), aRange(3, 2_000)];
      for (const range of [first, second, first, second]) await opened.sink.store(range, NEVER);
      expect(await keptIds()).toEqual(idsOf(first, second));
    });

    test('says which part failed, and goes on when it responds again', async () => {
      const [first, second] = [aRange(0, 3), aRange(3, 5)];
      await opened.sink.store(first, NEVER);
      await opened.stop();
      await expect(opened.sink.store(second, NEVER)).rejects.toThrow(/EVENTS_SINK_\w+ fails: /);
      await opened.start();
      await opened.sink.store(second, NEVER);
      expect(await keptIds()).toEqual(idsOf(first, second));
    });
  });
}
