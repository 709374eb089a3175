import type { EventRange } from './event-sink.ts';

/** How far the stored events were handed over to each sink. Every event is in one range of a sink, also after a process was killed. */
export abstract class EventHandover {
  /** Makes events readable in the order of their positions. False while another process does that. */
  abstract prepare(): Promise<boolean>;

  /**
   * The next events for a sink, which nobody else gets for a minute. Null if there are none, if another process has them, or soon after
   * a failure. A range that was neither stored nor failed is returned again, with the same bounds.
   */
  abstract claim(sink: string): Promise<EventRange | null>;

  /** The sink keeps the events of the range. */
  abstract stored(sink: string, range: EventRange): Promise<void>;

  /** The range is tried again later, after a longer wait with each failure in a row. */
  abstract failed(sink: string, range: EventRange): Promise<void>;
}
