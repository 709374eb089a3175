/** A month of arrival whose events of one organization are counted again. */
export interface CountedMonth {
  readonly organizationId: string;
  /** The first day of the month. */
  readonly month: string;
}

/**
 * The numbers of stored events, of each subject by name, and of each organization by time; and what meters count of each subject, by
 * time; and what metrics add up: costs by time, and who was active on which day. Every stored event is counted once.
 */
export abstract class EventCounts {
  /** Makes events readable by their positions. False while another process does that. */
  abstract prepare(): Promise<boolean>;

  /** Counts the events at the next positions, at most `atMost`. Returns whether more are left; false, too, while another process counts. */
  abstract countNext(atMost: number): Promise<boolean>;

  /** Adds the next events to what metrics add up, at most `atMost`. Returns the same as `countNext`. */
  abstract sumNext(atMost: number): Promise<boolean>;

  /**
   * Counts the usage of a meter on one more day of those whose events were counted before its usage was. Returns whether more may be left;
   * false, too, while other processes count all that is.
   */
  abstract countNextDay(): Promise<boolean>;

  /** Forgets the usage of the meter after this one, so that it is counted again. Returns the meter; null after the last one. */
  abstract forgetUsageAfter(meterId: string | null): Promise<string | null>;

  /** The months of which events were counted, after the given one. */
  abstract monthAfter(last: CountedMonth | null): Promise<CountedMonth | null>;

  /** Counts the events of a month again, and adds them up, of those that were before. Nothing else is counted meanwhile. */
  abstract recount(month: CountedMonth): Promise<void>;
}
