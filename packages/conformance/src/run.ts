import type { Drivers } from './drivers.ts';
import { type Case, Kit } from './kit.ts';

/** Runs a case; undefined if the client does what it should, else why not. */
export async function problemOf(each: Case, drivers: Drivers): Promise<string | undefined> {
  await using kit = await Kit.open(drivers);
  try {
    await each.run(kit);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
