import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { PaddleLife, paddleSignature } from '../support/connectors/paddle-events.ts';
import { CONNECTOR_SECRET as SECRET, stripeSignature, StripeLife } from '../support/connectors/stripe-events.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiProcess, type RunningProcess, startApiProcess, startWorkerProcess } from '../support/processes.ts';
import { randomness, shuffled } from '../races/randomness.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedProduct } from '../support/seed-product.ts';

/** Starts and kills processes, on a machine that may be busy. */
import.meta.jest.setTimeout(600_000);

/** CONNECTOR_EVENTS=1000 is the complete test; every seventh event is sent twice besides. */
const EVENTS = Number(process.env['CONNECTOR_EVENTS'] ?? 96);
const EVENTS_OF_A_LIFE = 6;
const KILLS = 4;
const LANES = 4;

const DAY_MS = 86_400_000;
const START = Math.floor(Date.now() / 1000) * 1000;
const daysFromNow = (days: number): Date => new Date(START + days * DAY_MS);
type Period = readonly [Date, Date];
const FIRST: Period = [daysFromNow(-40), daysFromNow(-10)];
const SECOND: Period = [daysFromNow(-10), daysFromNow(20)];

interface Sent {
  readonly provider: 'stripe' | 'paddle';
  readonly body: string;
}

const stripeLife = (): readonly object[] => {
  const life = new StripeLife(FIRST[0], undefined, 'price_1');
  return [
    life.customerCreated(FIRST[0]),
    life.subscribed('created', FIRST[0], { status: 'active', period: FIRST }),
    life.invoicePaid(FIRST[0], 'subscription_create', FIRST),
    life.invoicePaymentPaid(FIRST[0], FIRST[0]),
    life.invoicePaid(SECOND[0], 'subscription_cycle', SECOND),
    life.refunded(daysFromNow(-9), FIRST[0], 1000),
  ];
};

const paddleLife = (): readonly object[] => {
  const life = new PaddleLife(FIRST[0], 'price_1');
  return [
    life.customerCreated(FIRST[0]),
    life.subscribed('created', FIRST[0], 'active', FIRST),
    life.paid(FIRST[0], 'web', FIRST),
    life.subscribed('updated', SECOND[0], 'active', SECOND),
    life.paid(SECOND[0], 'subscription_recurring', SECOND),
    life.refunded(daysFromNow(-9), FIRST, '1000'),
  ];
};

const SIGNED = {
  stripe: (body: string) => ({ 'stripe-signature': stripeSignature(body, SECRET) }),
  paddle: (body: string) => ({ 'paddle-signature': paddleSignature(body, SECRET) }),
};

interface Shop {
  readonly organizationId: string;
  readonly webhooks: { readonly [provider in Sent['provider']]: string };
}

/** An organization with a connector of each provider, which sell the same product. */
async function openShop(api: TestApi): Promise<Shop> {
  const { organization, oat } = await seedOrganization(api);
  const { id: product_id } = await seedProduct(api, organization.id, { every: 'month' });
  const connect = async (provider: string): Promise<string> => {
    const { body } = await callAs(api, oat)('POST', '/v1/connectors/', { provider, secret: SECRET });
    await callAs(api, oat)('POST', `/v1/connectors/${body.id}/prices`, { external_id: 'price_1', product_id });
    return body.webhook_path;
  };
  return { organizationId: organization.id, webhooks: { stripe: await connect('stripe'), paddle: await connect('paddle') } };
}

/** Everything that the events brought, by the ids of the providers. */
async function stateOf(api: TestApi, { organizationId }: Shop): Promise<readonly object[]> {
  const query = `
    select s.external_source, s.external_id, s.status, s.amount::text, s.currency, s.started_at, s.current_period_start, s.current_period_end,
      s.cancel_at_period_end, c.email, null as billing_reason, null as refunded
    from entitlements.subscriptions s join customer_portal.customers c on c.id = s.customer_id where s.organization_id = ?
    union all
    select o.external_source, o.external_id, o.status, o.amount::text, o.currency, null, null, null, null, c.email, o.billing_reason,
      (select sum(r.amount) from entitlements.refunds r where r.order_id = o.id)::text
    from entitlements.orders o join customer_portal.customers c on c.id = o.customer_id where o.organization_id = ?
    union all
    select 'events', k.provider, e.status, count(*)::text, null, null, null, null, null, null, null, null
    from connectors.events e join connectors.connectors k on k.id = e.connector_id where e.organization_id = ? group by 1, 2, 3
    order by 1, 2, 3`;
  return api.app.get(EntityManager).fork().execute<object[]>(query, [organizationId, organizationId, organizationId]);
}

const isSettled = (api: TestApi) => async (): Promise<boolean> =>
  (await api.app.get(EntityManager).fork().execute('select 1 from platform.outbox where done_at is null limit 1')).length === 0;

test('events that arrive in any order and repeatedly, while API and worker are killed, end in the state of the same events in order', async () => {
  const api = await startApi();
  let [server, worker]: [ApiProcess, RunningProcess] = [
    await startApiProcess(api.databaseUrl),
    await startWorkerProcess(api.databaseUrl),
  ];
  try {
    const [calm, harassed] = [await openShop(api), await openShop(api)];
    const sent = Array.from({ length: Math.ceil(EVENTS / EVENTS_OF_A_LIFE) }, (_, life): Sent[] =>
      life % 2 === 0
        ? stripeLife().map((event) => ({ provider: 'stripe', body: JSON.stringify(event) }))
        : paddleLife().map((event) => ({ provider: 'paddle', body: JSON.stringify(event) })),
    ).flat();
    /** Like a provider: again, until it is accepted. */
    const send = async ({ provider, body }: Sent, shop: Shop): Promise<void> => {
      for (;;) {
        const headers = { ...SIGNED[provider](body), 'content-type': 'application/json' };
        const answer = await fetch(`${server.url}${shop.webhooks[provider]}`, { method: 'POST', headers, body }).catch(
          () => null,
        );
        if (answer?.status === 200) return;
        if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`);
        await eventually(async () => (await fetch(`${server.url}/health/ready`).catch(() => null))?.status === 200);
      }
    };
    for (const event of sent) await send(event, calm);

    const repeated = sent.filter((_, index) => index % 7 === 0);
    const mixed = shuffled([...sent, ...repeated], randomness(20_261_123));
    const faults = new Map(
      Array.from({ length: KILLS }, (_, kill) => [Math.floor(((kill + 1) * mixed.length) / (KILLS + 1)), kill % 2 === 0]),
    );
    let arrived = 0;
    const lane = async (first: number): Promise<void> => {
      for (let index = first; index < mixed.length; index += LANES) {
        const killsWorker = faults.get(arrived++);
        if (killsWorker === true) {
          await worker.end('SIGKILL');
          worker = await startWorkerProcess(api.databaseUrl);
        } else if (killsWorker === false) {
          await server.end('SIGKILL');
          server = await startApiProcess(api.databaseUrl);
        }
        await send(mixed[index]!, harassed);
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
    await eventually(isSettled(api), 60 + EVENTS / 4);
    const expected = await stateOf(api, calm);
    expect(expected.filter((each) => 'status' in each && each.status === 'processed')).toMatchObject([
      { external_id: 'paddle', amount: String(sent.filter(({ provider }) => provider === 'paddle').length) },
      { external_id: 'stripe', amount: String(sent.filter(({ provider }) => provider === 'stripe').length) },
    ]);
    expect(await stateOf(api, harassed)).toEqual(expected);
  } finally {
    await worker.end('SIGKILL');
    await server.end('SIGKILL');
    await api.close();
  }
});
