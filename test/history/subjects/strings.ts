import type { Client } from '../client.ts';
import { issueKey, withKey } from './keys.ts';
import type { Seller, Subject } from './subject.ts';

/** A license key that is rotated, and at last revoked. */
export async function strings(client: Client, seller: Seller): Promise<Subject> {
  const { id: subject, key } = await issueKey(client, seller, { type: 'strings', limit: 1, terms: {} });
  const path = `/v1/license-keys/${subject}`;
  const known = [key];
  /** One rotation at a time, so that a client knows which string it replaces. */
  let isRotating = false;

  const rotate = async (by: Client): Promise<void> => {
    isRotating = true;
    const request = { method: 'POST', path: `${path}/rotate`, body: {}, asSeller: true, repeats: true } as const;
    let rotated: string | undefined;
    const input = { string: known.length - 1 };
    const { outcome } = await by.run({ kind: 'rotate', subject, input }, request, (body) => {
      rotated = body.key;
      return null;
    });
    if (rotated !== undefined) known.push(rotated);
    isRotating = outcome === 'unknown';
  };

  return {
    step: async (by) => {
      if (!isRotating && by.chance(0.1)) return rotate(by);
      if (by.chance(0.02)) {
        const request = { method: 'PATCH', path, body: { status: 'revoked' }, asSeller: true, repeats: false } as const;
        return void (await by.run({ kind: 'revoke', subject, input: null }, request, () => null));
      }
      const string = by.chance(0.6) ? known.length - 1 : Math.floor(by.random() * known.length);
      const request = { ...withKey('validate', seller, known[string]!), repeats: false };
      await by.run({ kind: 'use string', subject, input: { string } }, request, () => null);
    },
    read: (by) =>
      by.observe('read string', subject, async () => {
        const body = await by.get({ method: 'GET', path, asSeller: true });
        return { string: known.indexOf(body.key), isRevoked: body.status === 'revoked' };
      }),
  };
}
