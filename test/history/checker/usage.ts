import type { Operation } from '../operations.ts';
import type { Done, Selection } from './select.ts';

const FULL: ReadonlySet<string> = new Set(['USAGE_LIMIT_EXCEEDED', 'COUNTER_LIMIT_REACHED']);

const unitsOf = (operations: readonly Operation<'count usage'>[]): number =>
  operations.reduce((sum, { input }) => sum + input.units, 0);

/** All that is wrong with the usage of a key that is limited. */
export function usageViolations(operations: Selection, limit: number): string[] {
  const counted = operations.done('count usage').toSorted((one, other) => one.answer.usage - other.answer.usage);
  return [
    ...counted
      .filter(({ answer }) => answer.usage > limit)
      .map(({ answer }) => `The usage was ${answer.usage}, more than the limit of ${limit}`),
    ...overlapViolations(counted),
    ...orderViolations(counted),
    ...fullViolations(operations, limit),
    ...readViolations(operations, limit),
  ];
}

/** Each operation has units of its own: those before the usage that it was told. */
const overlapViolations = (counted: readonly Done<'count usage'>[]): string[] =>
  counted.flatMap(({ answer, input }, index) => {
    const before = counted[index - 1]?.answer.usage ?? 0;
    return answer.usage - input.units < before ? [`The units up to ${answer.usage} were counted twice or not at all`] : [];
  });

/** Usage that was told before an operation began is less than what that one is told. */
function orderViolations(counted: readonly Done<'count usage'>[]): string[] {
  const byEnd = counted.toSorted((one, other) => one.until - other.until);
  let [ended, highest] = [0, 0];
  const wrong: string[] = [];
  for (const { from, answer } of counted.toSorted((one, other) => one.from - other.from)) {
    for (; ended < byEnd.length && byEnd[ended]!.until < from; ended++) highest = Math.max(highest, byEnd[ended]!.answer.usage);
    if (answer.usage <= highest) wrong.push(`The usage was ${answer.usage} after it had been ${highest}`);
  }
  return wrong;
}

const fullViolations = (operations: Selection, limit: number): string[] =>
  operations
    .refused('count usage')
    .filter(({ code, input, until }) => {
      const possible = operations.possible('count usage').filter(({ from }) => from < until);
      return FULL.has(code) && unitsOf(possible) + input.units <= limit;
    })
    .map(({ input, code }) => `${input.units} units were refused (${code}) while they were available`);

function readViolations(operations: Selection, limit: number): string[] {
  const read = operations.read('read usage');
  if (!read) return ['Nothing was read in the end'];
  const least = unitsOf(operations.done('count usage'));
  const most = unitsOf(operations.possible('count usage'));
  return [
    ...(read.usage < least ? [`The usage is ${read.usage}, but ${least} units were acknowledged`] : []),
    ...(read.usage > most ? [`The usage is ${read.usage}, but at most ${most} units were counted`] : []),
    ...(read.usage > limit ? [`The usage is ${read.usage}, more than the limit of ${limit}`] : []),
  ];
}
