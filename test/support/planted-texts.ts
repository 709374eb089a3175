import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { SyncPurchaseGrants } from '#entitlements';
import type { TestApi } from './api.ts';
import { callAs } from './call.ts';
import { seedBenefit } from './seed-benefit.ts';
import { seedCustomer } from './seed-customer.ts';
import { seedLicenseKey } from './seed-license-key.ts';
import { seedMetered } from './seed-metered.ts';
import { seedProduct } from './seed-product.ts';
import { seedSeats } from './seed-seats.ts';
import type { SeededOrganization } from './seed.ts';

const run = (api: TestApi, sql: string, ...values: unknown[]) => api.app.get(EntityManager).fork().execute(sql, values);

export interface PlantedTexts {
  readonly seller: SeededOrganization;
  /** The session of the customer. */
  readonly session: string;
}

/** A customer with everything that has a text, in an organization that has nothing else with it. */
export async function plantTexts(api: TestApi, seller: SeededOrganization): Promise<PlantedTexts> {
  const { id } = seller.organization;
  const call = callAs(api, seller.oat);
  const ada = await seedCustomer(api, id, { email: 'ada@lovelace.example', name: 'Ada Lovelace', external_id: 'ada-of-london' });
  await run(api, `update customer_portal.customers set billing_name = 'Countess of Lovelace' where id = ?`, ada.id);
  const { session, order, benefit } = await buyAll(api, seller, ada.id);
  const invoice = JSON.stringify({ number: 'R-2026-0815', url: 'https://example.com/invoice' });
  await run(api, `update entitlements.orders set external_id = 'A-4711', invoice = ? where id = ?`, invoice, order.id);
  await run(api, `update entitlements.subscriptions set external_id = 'S-4712' where customer_id = ?`, ada.id);
  const text = { key: 'SAME-KEY-IN-BOTH-0QXZ71', limit_activations: 3 };
  const key = await seedLicenseKey(api, seller, { customer_id: ada.id, benefit_id: benefit.id, ...text });
  const grantOfOrder = '(select id from entitlements.benefit_grants where order_id = ?)';
  await run(api, `update licensing.license_keys set grant_id = ${grantOfOrder} where id = ?`, order.id, key.id);
  const device = { key: text.key, organization_id: id, label: 'Analytical Engine' };
  await call('POST', '/v1/license-keys/activate', device);
  await run(
    api,
    `insert into connectors.undelivered_purchases
       (id, organization_id, external_source, source_kind, source_id, line, reason, problem, external_id, email, occurred_at, created_at)
     values (gen_random_uuid(), ?, 'stripe', 'event', gen_random_uuid(), '1', 'price_unmapped', 'No product.', 'pay_9042',
       'charles@babbage.example', now(), now())`,
    id,
  );
  const team = await seedCustomer(api, id, { email: 'ada@lovelace-team.example', name: 'Team Lovelace' });
  await (await seedSeats(api, seller, 3, team.id)).invite();
  await call('POST', '/v1/notes/', { order_id: order.id, text: 'Called about the invoice.' });
  await call('POST', '/v1/custom-fields/', { type: 'text', slug: 'country', name: 'Country', properties: {} });
  await call('POST', '/v1/events/ingest', {
    events: [{ name: 'call', customer_id: ada.id, metadata: { model: 'gpt-lovelace' } }],
  });
  const endpoint = await call('POST', '/v1/webhooks/endpoints', { url: 'https://example.com/', format: 'raw', events: [] });
  await call('POST', `/v1/webhooks/endpoints/${endpoint.body.id}/test`);
  await run(
    api,
    `insert into webhooks.attempts (id, event_id, endpoint_id, organization_id, type, succeeded, http_code, created_at)
     select gen_random_uuid(), event_id, endpoint_id, organization_id, 'order.created', false, 418, now()
     from webhooks.deliveries where endpoint_id = ?`,
    endpoint.body.id,
  );
  return { seller, session };
}

/** An order, a subscription and meters of a customer. */
export async function buyAll(api: TestApi, seller: SeededOrganization, customer_id: string) {
  const { id: organizationId } = seller.organization;
  const call = callAs(api, seller.oat);
  const benefit = await seedBenefit(api, organizationId);
  const product = await seedProduct(api, organizationId, { benefits: [benefit.id] });
  const { body: order } = await call('POST', '/v1/orders/', { customer_id, product_id: product.id });
  await api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId, orderId: order.id }));
  const plan = await seedProduct(api, organizationId, { every: 'month' });
  await call('POST', '/v1/subscriptions/', { customer_id, product_id: plan.id });
  await seedMetered(api, call, organizationId, { customer_id, team_id: (await seedCustomer(api, organizationId)).id });
  const session = (await call('POST', '/v1/customer-sessions/', { customer_id })).body.token as string;
  return { session, order: order as { id: string }, benefit };
}
