import type { Client } from '../client.ts';
import { issueKey, withKey } from './keys.ts';
import type { Seller, Subject } from './subject.ts';

const LIMIT = 100;
const MOST_UNITS = 3;

/** A license key whose usage is limited. */
export async function usage(client: Client, seller: Seller): Promise<Subject> {
  const { id: subject, key } = await issueKey(client, seller, { type: 'usage', limit: LIMIT, terms: { limit_usage: LIMIT } });
  const usageOf = (body: { usage: number }) => ({ usage: body.usage });
  return {
    step: async (by) => {
      const units = 1 + Math.floor(by.random() * MOST_UNITS);
      const request = { ...withKey('validate', seller, key, { increment_usage: units }), repeats: by.chance(0.5) };
      await by.run({ kind: 'count usage', subject, input: { units } }, request, usageOf);
    },
    read: (by) =>
      by.observe('read usage', subject, async () =>
        usageOf(await by.get({ method: 'GET', path: `/v1/license-keys/${subject}`, asSeller: true })),
      ),
  };
}
