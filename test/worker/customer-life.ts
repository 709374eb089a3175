import { decodeJwt } from 'jose';
import { startScheduler } from '../../apps/worker/scheduler.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { deactivationFile, requestFile } from '../support/offline-files.ts';
import { seedOrganization } from '../support/seed.ts';
import type { WebhookFixture } from '../support/webhook-fixture.ts';

type Body = Answer['body'];

/** What somebody does, and the kinds of the events that follow from it. */
interface Step {
  readonly step: string;
  readonly kinds: readonly string[];
  readonly act: () => Promise<unknown>;
}

const DAY = 86_400;
const KEYS = '/v1/customer-portal/license-keys';
const STATE = 'customer.state_changed';
const PURCHASE = ['order.created', 'order.paid'];
/** What a purchase brings. */
const DELIVERED = ['license_key.created', 'benefit_grant.created', STATE];

/** A seller whose test clock is moved, in an organization of their own. */
export async function openSellerOfLife({ api }: WebhookFixture) {
  const { organization, oat } = await seedOrganization(api);
  const seller = callAs(api, oat);
  const clock = `/v1/organizations/${organization.id}/test-clock`;

  async function ask(method: Method, url: string, body?: object, headers?: Record<string, string>): Promise<Body> {
    const answer = await seller(method, url, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
    return answer.body;
  }
  /** Moves the clock, and does what fell due. */
  async function advance(days: number): Promise<void> {
    await using schedulers = new AsyncDisposableStack();
    schedulers.use(startScheduler(api.app));
    await ask('POST', `${clock}/advance`, { seconds: days * DAY });
    await eventually(async () => (await ask('GET', clock)).status === 'ready');
  }
  return { organization, ask, advance };
}

/** The life of a customer. What a step makes is in `made`, for the steps after it. */
export async function lifeOfCustomer({ organization, ask, advance }: Awaited<ReturnType<typeof openSellerOfLife>>) {
  const post = (url: string, body?: object, headers?: Record<string, string>) => ask('POST', url, body, headers);
  const license = (description: string, properties: object) =>
    post('/v1/benefits/', { type: 'license_keys', description, properties });
  async function sold(name: string, recurring_interval: string | null, benefit: Body): Promise<Body> {
    const prices = [{ amount_type: 'fixed', price_currency: 'usd', price_amount: 1000 }];
    const product = await post('/v1/products/', { name, recurring_interval, prices });
    return post(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] });
  }
  const activations = { limit: 3, enable_customer_admin: false };
  const offline = { lease_seconds: 3600, grace_seconds: 600, max_offline_devices: 2 };
  const editor = await sold('Editor', null, await license('Editor', { activations, limit_usage: 5, offline }));
  const rented = await sold('Rented editor', 'month', await license('Rented editor', {}));
  const trials = await post('/v1/customers/', { email: 'trials@example.com' });
  const trial = await license('Trial', { policy: { trial: { days: 365, customer_id: trials.id } } });
  const policy = { expiry_notices: { days: [7] } };
  const expires = { ttl: 10, timeframe: 'day' };
  const pass = await sold('Pass', null, await license('Pass', { policy, expires, when_bought_again: 'renew' }));

  const made: Record<string, Body> = {};
  const make = (name: string, act: () => Promise<Body>) => async (): Promise<void> => void (made[name] = await act());
  const customer = (email: string) => () => post('/v1/customers/', { email });
  const keyUrl = () => `/v1/license-keys/${made['key'].id}`;
  const present = (operation: string, body: object) =>
    post(`${KEYS}/${operation}`, { key: made['key'].key, organization_id: organization.id, ...body });
  const changeKey = (body: object) => () => ask('PATCH', keyUrl(), body);
  const returned = (): string => {
    const { lease, activation } = made['offline'];
    const [license_key_id, activation_id] = [made['key'].id, activation.id];
    return deactivationFile({ organization_id: organization.id, license_key_id, activation_id, lease_id: decodeJwt(lease).jti! });
  };
  const buy = (product: Body) => post('/v1/orders/', { product_id: product.id, customer_id: made['ada'].id });
  const readKey = async (): Promise<Body> => {
    const [{ id }] = (await ask('GET', `/v1/license-keys/?customer_id=${made['ada'].id}`)).items;
    return ask('GET', `/v1/license-keys/${id}`);
  };
  const steps: readonly Step[] = [
    { step: 'signs up', kinds: ['customer.created', 'member.created', STATE], act: make('ada', customer('ada@example.com')) },
    {
      step: 'tries it',
      kinds: ['license_key.created', 'license_key.trial_started'],
      act: () =>
        post(`${KEYS}/trial`, { benefit_id: trial.id, organization_id: organization.id }, { 'license-device': 'laptop' }),
    },
    {
      step: 'buys it',
      kinds: [...PURCHASE, ...DELIVERED],
      act: make('order', () => buy(editor)),
    },
    { step: 'reads the key', kinds: [], act: make('key', readKey) },
    { step: 'activates', kinds: ['license_key.activated'], act: make('pc', () => present('activate', { label: 'pc' })) },
    { step: 'validates', kinds: [], act: () => present('validate', { activation_id: made['pc'].id }) },
    { step: 'uses it up', kinds: ['license_key.usage_limit_reached'], act: () => present('validate', { increment_usage: 5 }) },
    { step: 'leases', kinds: ['license_key.leased'], act: () => present('lease', { activation_id: made['pc'].id }) },
    { step: 'renews the lease', kinds: [], act: () => present('lease', { activation_id: made['pc'].id }) },
    {
      step: 'activates offline',
      kinds: ['license_key.activated', 'license_key.leased'],
      act: make('offline', () => post(`${keyUrl()}/offline-activation`, { request: requestFile(organization.id) })),
    },
    {
      step: 'returns that lease',
      kinds: ['license_key.deactivated', 'license_key.lease_ended'],
      act: () => post(`${keyUrl()}/offline-deactivation`, { deactivation: returned() }),
    },
    {
      step: 'deactivates',
      kinds: ['license_key.deactivated'],
      act: () => present('deactivate', { activation_id: made['pc'].id }),
    },
    {
      step: 'gets more devices',
      kinds: ['license_key.updated', 'benefit_grant.updated', STATE],
      act: changeKey({ limit_activations: 9 }),
    },
    {
      step: 'is disabled',
      kinds: ['license_key.disabled', 'benefit_grant.updated', STATE],
      act: changeKey({ status: 'disabled' }),
    },
    { step: 'is enabled', kinds: ['license_key.enabled', 'benefit_grant.updated', STATE], act: changeKey({ status: 'granted' }) },
    {
      step: 'is rotated',
      kinds: ['license_key.rotated', 'benefit_grant.updated', STATE],
      act: () => post(`${keyUrl()}/rotate`, {}),
    },
    { step: 'has a friend', kinds: ['customer.created', 'member.created', STATE], act: make('bob', customer('bob@example.com')) },
    {
      step: 'gives it away',
      kinds: ['license_key.transferred', 'benefit_grant.updated', STATE, STATE],
      act: () => post(`${keyUrl()}/transfer`, { customer_id: made['bob'].id }),
    },
    { step: 'buys a pass for ten days', kinds: [...PURCHASE, ...DELIVERED], act: () => buy(pass) },
    { step: 'four days pass', kinds: ['license_key.expiring'], act: () => advance(4) },
    {
      step: 'renews the pass',
      kinds: [...PURCHASE, 'benefit_grant.created', 'license_key.updated', STATE],
      act: () => buy(pass),
    },
    { step: 'ten days pass', kinds: ['license_key.expiring'], act: () => advance(10) },
    { step: 'a week passes', kinds: ['license_key.expired'], act: () => advance(7) },
    {
      step: 'subscribes',
      kinds: ['subscription.created', 'subscription.active', ...DELIVERED],
      act: make('subscription', () => post('/v1/subscriptions/', { product_id: rented.id, customer_id: made['ada'].id })),
    },
    {
      step: 'a month passes',
      kinds: ['subscription.cycled', 'subscription.updated', STATE],
      act: () => advance(31),
    },
    {
      step: 'disputes the payment',
      kinds: ['dispute.created'],
      act: make('dispute', () => post('/v1/disputes/', { order_id: made['order'].id, payment_id: 'ch_1', amount: 1000 })),
    },
    {
      step: 'the bank looks into it',
      kinds: ['dispute.updated'],
      act: () => ask('PATCH', `/v1/disputes/${made['dispute'].id}`, { status: 'under_review' }),
    },
    {
      step: 'gets the money back',
      kinds: ['refund.created', 'order.updated', 'order.refunded', 'benefit_grant.revoked', 'license_key.revoked', STATE],
      act: () =>
        post('/v1/refunds/', {
          order_id: made['order'].id,
          reason: 'customer_request',
          amount: 1000,
          revoke_benefits: true,
        }),
    },
    {
      step: 'is merged into the friend',
      kinds: ['customer.merged', STATE],
      act: () => post(`/v1/customers/${made['bob'].id}/merge`, { customer_id: made['ada'].id }),
    },
  ];
  return { steps, made };
}
