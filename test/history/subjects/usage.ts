import type { Client, Json } from '../client.ts';
import { issueKey, withKey } from './keys.ts';
import { COUNTED, LIMIT, type Seller, type Subject } from './subject.ts';

const MOST_UNITS = 3;

/** A license key whose usage is limited, or a counter of it. */
export async function usage(client: Client, seller: Seller): Promise<Subject> {
  const { id: subject, key } = await issueKey(client, seller, { type: 'usage', limit: LIMIT, terms: { limit_usage: LIMIT } });
  const isNamed = client.chance(0.5);
  const usageOf = (body: Json) => ({ usage: (isNamed ? body.counters[COUNTED].used : body.usage) as number });
  return {
    step: async (by) => {
      const units = 1 + Math.floor(by.random() * MOST_UNITS);
      const counted = isNamed ? { increment: { counter: COUNTED, units } } : { increment_usage: units };
      const request = { ...withKey('validate', seller, key, counted), repeats: by.chance(0.5) };
      await by.run({ kind: 'count usage', subject, input: { units } }, request, usageOf);
    },
    read: (by) =>
      by.observe('read usage', subject, async () =>
        usageOf(await by.get({ method: 'GET', path: `/v1/license-keys/${subject}`, asSeller: true })),
      ),
  };
}
