/** What the customer of a valid license key needs to know. What is left out does not hold. */
export interface Standing {
  /** The key is the trial of a device. */
  readonly trial?: { readonly until?: Date };
  /** The subscription is past due; the key stops working then unless it is paid. */
  readonly pastDue?: { readonly until?: Date };
  /** More places are taken than the limit allows. Then devices begin to be refused, or are deactivated; without `until`, they keep their places. */
  readonly overLimit?: { readonly limit?: number; readonly used?: number; readonly until?: Date };
  /** A purchase renewed the key within the last 30 days. */
  readonly renewed?: { readonly at?: Date; readonly until?: Date };
}

const NAMES = { trial: 'trial', past_due: 'pastDue', over_limit: 'overLimit', renewed: 'renewed' } as const;
const ITEM = /^([a-z][a-z0-9_]*)((?:;[a-z][a-z0-9_]*=(?:"[^"\\]{0,64}"|-?\d{1,15}))*)$/;
const PARAMETER = /;([a-z][a-z0-9_]*)=(?:"([^"\\]{0,64})"|(-?\d{1,15}))/g;

/** Reads the header `License-Standing`. Later versions of the service may tell more, which is left out. */
export function standingIn(header: string): Standing {
  const standing: Record<string, object> = {};
  for (const item of header.split(', ')) {
    const [, name, parameters] = ITEM.exec(item) ?? [];
    if (name === undefined || !Object.hasOwn(NAMES, name)) continue;
    const given = [...parameters!.matchAll(PARAMETER)].map(([, key, time, count]) => [
      key,
      time === undefined ? Number(count) : new Date(time),
    ]);
    standing[NAMES[name as keyof typeof NAMES]] = Object.fromEntries(given);
  }
  return standing;
}
