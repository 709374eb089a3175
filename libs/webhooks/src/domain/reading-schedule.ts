const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 600_000;
/** With these waits, about six hours, as long as a failed delivery of a domain event is retried. */
const MOST_FAILURES = 45;

/** When the message of an event is read again that could not be read this often. */
export const nextReading = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));

/** Whether an event whose message could not be read this often is published without its resource. */
export const isGivenUp = (failures: number): boolean => failures >= MOST_FAILURES;
