const DAY_MS = 86_400_000;

/** How often an organization is told. */
export const RISES_TOLD_AFTER_MS = DAY_MS;
/** What is usual is the mean of so many days before the last one. */
export const USUAL_DAYS = 7;

const LEAST_REFUSALS = 20;
const TIMES_USUAL = 3;
const MOST_CODES = 3;

/** How often keys of a benefit were refused with a code: in the last 24 hours, and in the days before them. */
export interface RefusalCount {
  readonly benefitId: string;
  readonly code: string;
  readonly lastDay: number;
  readonly before: number;
}

export interface RefusalRise {
  readonly count: number;
  /** How many there usually are in a day. */
  readonly usual: number;
  /** The most frequent codes of the last 24 hours. */
  readonly codes: readonly { readonly code: string; readonly count: number }[];
  /** The benefit with most of them. */
  readonly benefitId: string;
}

export const isRise = ({ lastDay, before }: Pick<RefusalCount, 'lastDay' | 'before'>): boolean =>
  lastDay >= LEAST_REFUSALS && lastDay >= (TIMES_USUAL * before) / USUAL_DAYS;

/** The rise that refusals are; undefined if they are as many as usual. */
export function riseOf(refused: readonly RefusalCount[]): RefusalRise | undefined {
  const sumOf = (counted: 'lastDay' | 'before') => refused.reduce((sum, { [counted]: count }) => sum + count, 0);
  const [lastDay, before] = [sumOf('lastDay'), sumOf('before')];
  if (!isRise({ lastDay, before })) return undefined;
  const codes = mostFrequent(refused, 'code').slice(0, MOST_CODES);
  return {
    count: lastDay,
    usual: Math.round(before / USUAL_DAYS),
    codes: codes.map(([code, count]) => ({ code, count })),
    benefitId: mostFrequent(refused, 'benefitId')[0]![0],
  };
}

function mostFrequent(refused: readonly RefusalCount[], by: 'benefitId' | 'code'): [value: string, count: number][] {
  const groups = Map.groupBy(refused, ({ [by]: value }) => value);
  return [...groups]
    .map(([value, same]): [string, number] => [value, same.reduce((sum, { lastDay }) => sum + lastDay, 0)])
    .filter(([, count]) => count > 0)
    .sort(([some, count], [other, more]) => more - count || (some < other ? -1 : 1));
}

/** Port that compares the refusals of the last 24 hours with those of the days before. */
export abstract class RisingRefusals {
  /** Which of the organizations have a rise and were not told for a day; none while too few days are known. */
  abstract due(organizationIds: readonly string[], at: Date): Promise<readonly string[]>;

  /** Publishes the rise, once a day; nothing if there is none. */
  abstract tell(organizationId: string, at: Date): Promise<void>;
}
