import type { Client } from '../client.ts';
import { createCustomer } from './keys.ts';
import { type Seller, type Subject, uniqueName } from './subject.ts';

const LIMIT = 5;

interface SeatBody {
  readonly id: string;
  readonly email: string;
  readonly status: string;
}

/** The seats of a subscription. */
export async function seats(client: Client, { seatProductId }: Seller): Promise<Subject> {
  const bought = { product_id: seatProductId, customer_id: await createCustomer(client), seats: LIMIT };
  const { id: subject } = await client.get({ method: 'POST', path: '/v1/subscriptions/', body: bought, asSeller: true });
  await client.created(subject, 'seats', LIMIT);
  const assigned: string[] = [];
  const invited: { readonly name: string; readonly token: string }[] = [];
  const nothing = () => null;

  const assign = async (by: Client): Promise<void> => {
    const name = `${uniqueName('seat')}@acme.example`;
    const body = { subscription_id: subject, email: name };
    const request = { method: 'POST', path: '/v1/customer-seats', body, asSeller: true, repeats: by.chance(0.5) } as const;
    const seat = await by.run({ kind: 'assign', subject, input: { name } }, request, ({ id }) => ({ id }));
    if (seat.outcome !== 'done') return;
    const { id } = seat.answer;
    assigned.push(id);
    const invitation = { method: 'POST', path: `/v1/customer-seats/${id}/invitation`, asSeller: true } as const;
    const token = await by.find(invitation);
    if (token) invited.push({ name, token: token.invitation_token });
  };

  const claim = async (by: Client, name: string, token: string): Promise<void> => {
    const body = { invitation_token: token };
    const request = { method: 'POST', path: '/v1/customer-seats/claim', body, repeats: by.chance(0.5) } as const;
    await by.run({ kind: 'claim', subject, input: { name } }, request, nothing);
  };

  return {
    step: async (by) => {
      const [invitation, id] = [by.pick(invited.slice(-3)), by.pick(assigned.slice(-LIMIT))];
      if (invitation && by.chance(0.35)) return claim(by, invitation.name, invitation.token);
      if (id === undefined || by.chance(0.6)) return assign(by);
      const request = { method: 'DELETE', path: `/v1/customer-seats/${id}`, asSeller: true, repeats: false } as const;
      await by.run({ kind: 'revoke seat', subject, input: { id } }, request, nothing);
    },
    read: (by) =>
      by.observe('read seats', subject, async () => {
        const list = { method: 'GET', path: `/v1/customer-seats?subscription_id=${subject}`, asSeller: true } as const;
        const found = (await by.get(list)).seats.filter(({ status }: SeatBody) => status !== 'revoked');
        return found.map(({ id, email, status }: SeatBody) => ({ id, name: email, isClaimed: status === 'claimed' }));
      }),
  };
}
