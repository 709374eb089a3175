import { LeftOut } from './driver.ts';
import type { Drivers } from './drivers.ts';
import { type Case, Kit } from './kit.ts';

/** Runs a case; undefined if the client does what it should, else why not. Null if the case asks for what the client does not have. */
export async function problemOf(each: Case, drivers: Drivers): Promise<string | undefined | null> {
  await using kit = await Kit.open(drivers);
  try {
    await each.run(kit);
    return undefined;
  } catch (error) {
    if (error instanceof LeftOut) return null;
    return error instanceof Error ? error.message : String(error);
  }
}
