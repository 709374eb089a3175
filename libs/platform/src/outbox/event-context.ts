import { AsyncLocalStorage } from 'node:async_hooks';

/** The event that is being dealt with, and by whom. Whatever is stored meanwhile is stored with the note that it was dealt with. */
export interface ProcessingEvent {
  readonly eventId: string;
  readonly subscriber: string;
}

interface Noted extends ProcessingEvent {
  noted: boolean;
}

const causes = new AsyncLocalStorage<Noted>();

/** Someone else has dealt with the event in the meantime: the transaction must not happen a second time. */
export class AlreadyProcessed extends Error {
  constructor({ eventId, subscriber }: ProcessingEvent) {
    super(`Event ${eventId} was already processed by ${subscriber}`);
  }
}

/** Runs `work` because of an event; the first transaction in it notes the event as processed. */
export const whileProcessing = (cause: ProcessingEvent, work: () => Promise<void>): Promise<void> =>
  causes.run({ ...cause, noted: false }, work);

/** The cause of what is being stored now, for the one transaction that notes it. */
export function claimProcessingEvent(): ProcessingEvent | undefined {
  const cause = causes.getStore();
  if (!cause || cause.noted) return undefined;
  cause.noted = true;
  return cause;
}

/** Notes causes; answers a row for each that was new. */
export const markProcessed = (dealtWith: readonly ProcessingEvent[]): { name: string; text: string; values: unknown[] } => ({
  name: 'outbox-note-causes',
  text: `insert into platform.processed (event_id, subscriber) select * from unnest($1::bigint[], $2::text[])
         on conflict do nothing returning event_id, subscriber`,
  values: [dealtWith.map(({ eventId }) => eventId), dealtWith.map(({ subscriber }) => subscriber)],
});
