import { fieldError, type FieldError } from '#kernel';
import { type Filter, sizeOf } from './filter.ts';

/** Meters of an organization that are not archived. */
export interface ActiveMeters {
  readonly meters: number;
  /** Clauses and groups of all their filters. */
  readonly clauses: number;
}

/** Each is a part of the statement that ingests events, even if it counts none of them. */
const MAX_METERS = 100;
/** Every event of the organization is compared with each of them. */
const MAX_CLAUSES = 1_000;

export const activeMeters = (filters: readonly Filter[]): ActiveMeters => ({
  meters: filters.length,
  clauses: filters.reduce((sum, filter) => sum + sizeOf(filter), 0),
});

/** The errors of one more active meter, next to the others of its organization. */
export const errorsOfMeterNumber = (path: FieldError['path'], { meters }: ActiveMeters): FieldError[] =>
  meters < MAX_METERS
    ? []
    : [fieldError(path, `An organization has at most ${MAX_METERS} meters that are not archived.`, undefined, 'too_long')];

/** The errors of an active meter with this filter, next to the others of its organization. */
export function errorsOfClauseNumber(filter: Filter, { clauses }: ActiveMeters): FieldError[] {
  if (clauses + sizeOf(filter) <= MAX_CLAUSES) return [];
  const message = `The meters of an organization that are not archived have at most ${MAX_CLAUSES} clauses and groups in all. The others have ${clauses}.`;
  return [fieldError(['filter'], message, undefined, 'too_long')];
}

/** Comparisons of an event with a clause. */
const MAX_COMPARISONS = 5_000_000;
/** Comparing this much metadata, in characters, takes about as long as comparing a small event. */
const CHARACTERS_PER_UNIT = 500;
/** The time for the statement of a further organization, in small events. */
const UNITS_OF_FURTHER_ORGANIZATION = 200;
/** As many characters of metadata as the body of a request can have. */
const MAX_CHARACTERS = 10 * 1024 * 1024;

/** Events for one organization, and the clauses and groups of its active meters. */
export interface EventsToCount {
  readonly events: readonly { readonly metadata: object }[];
  readonly clauses: number;
}

/**
 * The errors of the events of one request. Limits how long the request compares events with clauses; a single event is always
 * accepted. May be interrupted after each event.
 */
export function* errorsOfComparisons(batches: readonly EventsToCount[]): Generator<void, FieldError[]> {
  const number = batches.reduce((sum, { events }) => sum + events.length, 0);
  if (number <= 1) return [];
  const comparisons = (units: readonly number[]): number =>
    batches.reduce(
      (sum, { clauses }, index) => sum + clauses * (units[index]! + (index > 0 ? UNITS_OF_FURTHER_ORGANIZATION : 0)),
      0,
    );
  const fewest = batches.map(({ events }) => events.length);
  const most = fewest.map((units) => units + MAX_CHARACTERS / CHARACTERS_PER_UNIT);
  if (comparisons(most) <= MAX_COMPARISONS) return [];
  // The size of the metadata is found out only if it matters.
  const isAboveLimitAnyway = comparisons(fewest) > MAX_COMPARISONS;
  if (!isAboveLimitAnyway && comparisons(yield* unitsOf(batches)) <= MAX_COMPARISONS) return [];
  const message =
    'These events, compared with all clauses of the meters, take too long for one request. Send them in several requests: ' +
    'the number of events, and of 500 characters of their metadata, times the number of clauses is at most 5,000,000.';
  return [fieldError(['events'], message, undefined, 'too_long')];
}

function* unitsOf(batches: readonly EventsToCount[]): Generator<void, number[]> {
  const units: number[] = batches.map(() => 0);
  for (const [index, { events }] of batches.entries()) {
    for (const { metadata } of events) {
      yield;
      units[index]! += 1 + Math.floor(JSON.stringify(metadata).length / CHARACTERS_PER_UNIT);
    }
  }
  return units;
}
