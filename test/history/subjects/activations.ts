import type { Client } from '../client.ts';
import type { NamedSlot } from '../operations.ts';
import { issueKey, withKey } from './keys.ts';
import { type Seller, type Subject, uniqueName } from './subject.ts';

const LIMIT = 4;

/** A license key whose activations are limited. */
export async function activations(client: Client, seller: Seller): Promise<Subject> {
  const { id: subject, key } = await issueKey(client, seller, {
    type: 'activations',
    limit: LIMIT,
    terms: { limit_activations: LIMIT },
  });
  /** The activations that clients know, of which the last ones probably exist. */
  const known: NamedSlot[] = [];
  const nothing = () => null;

  const activate = async (by: Client): Promise<void> => {
    const name = uniqueName('device');
    const request = { ...withKey('activate', seller, key, { label: name }), repeats: by.chance(0.5) };
    const activated = await by.run({ kind: 'activate', subject, input: { name } }, request, ({ id }) => ({ id }));
    if (activated.outcome === 'done') known.push({ ...activated.answer, name });
  };

  return {
    step: async (by) => {
      const slot = by.pick(known.slice(-LIMIT - 2));
      if (!slot || by.chance(0.45)) return activate(by);
      const { id, name } = slot;
      const named = { activation_id: id };
      if (by.chance(0.4)) {
        const request = { ...withKey('validate', seller, key, named), repeats: false };
        await by.run({ kind: 'validate activation', subject, input: { name } }, request, nothing);
      } else {
        const request = { ...withKey('deactivate', seller, key, named), repeats: by.chance(0.5) };
        await by.run({ kind: 'deactivate', subject, input: { id } }, request, nothing);
      }
    },
    read: (by) =>
      by.observe('read activations', subject, async () => {
        const { activations: found } = await by.get({ method: 'GET', path: `/v1/license-keys/${subject}`, asSeller: true });
        return found.map(({ id, label }: { id: string; label: string }) => ({ id, name: label }));
      }),
  };
}
