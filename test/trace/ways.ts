import { randomUUID } from 'node:crypto';
import { after } from '../../libs/entitlements/src/domain/interval.ts';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { CONNECTOR_SECRET, StripeLife, stripeSignature } from '../support/connectors/stripe-events.ts';
import { eventQueueOf } from '../support/event-queue.ts';
import { ANY } from '../support/metering-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedSeats } from '../support/seed-seats.ts';
import { seedUser, seedUserSignInCode } from '../support/seed-user.ts';
import { seedOrganization } from '../support/seed.ts';

/** Prepares what the requests of one way are about, and returns what sends them. */
export type Prepare = () => Promise<() => Promise<void>>;

export interface Ways extends AsyncDisposable {
  readonly ways: Readonly<Record<string, Prepare>>;
}

const PORTAL_KEYS = '/v1/customer-portal/license-keys';
const PRICE = 'price_monthly';

/** What clients do most often and what passes through most of the product, at an API of its own. Events are delivered in this process. */
export async function openWays(): Promise<Ways> {
  const api = await startApi(NO_SIGN_IN_LIMITS);
  const ours = await seedOrganization(api);
  const { id: organizationId } = ours.organization;
  const { deliverAll } = eventQueueOf(api);
  const send = async (url: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const method = body ? 'POST' : 'GET';
    const answer = await api.app.inject({ method, url, headers, ...(body && { payload: body }) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.body === '' ? undefined : answer.json();
  };
  const asSeller = { authorization: `Bearer ${ours.oat}` };
  const present = (operation: string, { key }: SeededLicenseKey, values: object) =>
    send(`${PORTAL_KEYS}/${operation}`, { organization_id: organizationId, key, ...values });

  const benefit = await seedBenefit(api, organizationId, { activations: { limit: 5, enableCustomerAdmin: true } });
  const product = await seedProduct(api, organizationId, { benefits: [benefit.id] });
  const subscribed = await seedProduct(api, organizationId, { every: 'month', benefits: [benefit.id] });
  const connector = (await send('/v1/connectors', { provider: 'stripe', secret: CONNECTOR_SECRET }, asSeller)) as { id: string };
  await send(`/v1/connectors/${connector.id}/prices`, { external_id: PRICE, product_id: subscribed.id }, asSeller);
  await send('/v1/meters/', { name: 'Calls', filter: ANY, aggregation: { func: 'count' } }, asSeller);
  await deliverAll();

  const key = () => seedLicenseKey(api, ours, { benefit_id: benefit.id });
  const notify = async (event: object): Promise<void> => {
    const headers = { 'stripe-signature': stripeSignature(JSON.stringify(event), CONNECTOR_SECRET) };
    await send(`/v1/connectors/${connector.id}/webhook`, event, headers);
  };
  return {
    ways: {
      validate: async () => {
        const issued = await key();
        return async () => void (await present('validate', issued, { increment_usage: 1 }));
      },
      activate: async () => {
        const issued = await key();
        return async () => void (await present('activate', issued, { label: 'laptop', meta: { version: '1.2.3' } }));
      },
      'claim a seat': async () => {
        const { invitation_token } = await (await seedSeats(api, ours, 1)).invite();
        return async () => void (await send('/v1/customer-seats/claim', { invitation_token }));
      },
      'ingest events': async () => {
        const { id } = await seedCustomer(api, organizationId);
        const events = [{ name: 'call', customer_id: id, external_id: randomUUID() }];
        return async () => void (await send('/v1/events/ingest', { events }, asSeller));
      },
      'list products': async () => async () => void (await send('/v1/products/?limit=10', undefined, asSeller)),
      'purchase to key': async () => {
        const { id } = await seedCustomer(api, organizationId);
        await deliverAll();
        return async () => {
          await send('/v1/orders/', { product_id: product.id, customer_id: id }, asSeller);
          await deliverAll();
        };
      },
      'Stripe webhooks to key': async () => {
        await deliverAll();
        const now = new Date();
        const life = new StripeLife(now, undefined, PRICE);
        const period = [now, after(now, { unit: 'month', count: 1 })] as const;
        return async () => {
          await notify(life.customerCreated(now));
          await notify(life.subscribed('created', now, { status: 'active', period }));
          await notify(life.invoicePaid(now, 'subscription_create', period));
          await deliverAll();
        };
      },
      'sign in to the console': async () => {
        const user = await seedUser(api);
        const code = await seedUserSignInCode(api, user);
        const url = '/console/api/v1/users/sign-in/authenticate';
        return async () => void (await send(url, { email: user.email, code }, { 'sec-fetch-site': 'same-origin' }));
      },
    },
    [Symbol.asyncDispose]: () => api.close(),
  };
}
