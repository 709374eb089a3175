import { databaseProblem } from '#engine/checks';
import { NoResponse, withinTime } from '#engine/connections';
import { type Finding, problem } from './finding.ts';

/** What a check looks at. */
export interface Examined {
  /** The name of the check. */
  readonly check: string;
  /** The part of the service, as a sentence begins, with the setting that leads to it. */
  readonly part: string;
  /** What to do if the check cannot be made. */
  readonly advice: string;
}

/** What a check found. One that fails, or gets no response in time, is a problem itself, and ends no other check. */
export async function examined(
  { check, part, advice }: Examined,
  examine: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await withinTime(part, examine());
  } catch (error) {
    const { message } = error as Error;
    const reason = databaseProblem(error) ?? (error instanceof NoResponse ? message : `${part} cannot be examined: ${message}`);
    return [problem(check, reason, advice)];
  }
}
