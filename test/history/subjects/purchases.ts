import type { Client, Json } from '../client.ts';
import { createCustomer } from './keys.ts';
import { type Subject, uniqueName } from './subject.ts';

/** A product that brings a license key, and its only customer. */
export async function purchases(client: Client): Promise<Subject> {
  const create = (path: string, body: object): Promise<Json> => client.get({ method: 'POST', path, body, asSeller: true });
  const customer_id = await createCustomer(client);
  const description = 'A license key';
  const benefit = await create('/v1/benefits/', { type: 'license_keys', description, properties: {} });
  const prices = [{ amount_type: 'fixed', price_amount: 1000 }];
  const { id: product_id } = await create('/v1/products/', { name: 'Acme Pro', prices });
  await create(`/v1/products/${product_id}/benefits`, { benefits: [benefit.id] });
  await client.created(product_id, 'purchases', null);
  const reported: string[] = [];

  return {
    step: async (by) => {
      const name = (by.chance(0.3) ? by.pick(reported.slice(-5)) : undefined) ?? uniqueName('purchase');
      reported.push(name);
      const body = { product_id, customer_id, external_id: name };
      const request = { method: 'POST', path: '/v1/orders/', body, asSeller: true, repeats: by.chance(0.5) } as const;
      await by.run({ kind: 'purchase', subject: product_id, input: { name } }, request, ({ id }) => ({ id }));
    },
    read: (by) =>
      by.observe('read purchases', product_id, async () => {
        const orders = await by.list(`/v1/orders/?product_id=${product_id}`);
        const grants = await by.list(`/v1/benefit-grants/?customer_id=${customer_id}`);
        const keys = await by.list(`/v1/license-keys/?benefit_id=${benefit.id}&status=granted`);
        const paid = await by.list(`/v1/events/?customer_id=${customer_id}&source=system&name=order.paid`);
        return {
          purchases: orders.map(({ id, external_id }) => ({ id, name: external_id })),
          grants: grants.map(({ order_id, properties }) => ({ purchase: order_id, key: properties.license_key_id ?? null })),
          keys: keys.map(({ id }) => id),
          paid: paid.map(({ metadata }) => metadata.order_id),
        };
      }),
  };
}
