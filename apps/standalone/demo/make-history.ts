import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CreateBenefit } from '#catalog';
import { PlaceOrder, StartSubscription } from '#entitlements';
import { Access, Clock } from '#kernel';
import { ActivateLicenseKey, IssueLicenseKeys, KeyActivity, UpdateLicenseKey, ValidateLicenseKey } from '#licensing';
import { CreateMeter, IngestEvents } from '#metering';
import { makePeople, type Person } from './make-people.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 60;
const PEOPLE = 48;
const KEYS = 92;
const DEVICES = ['MacBook Pro', 'Studio iMac', 'ThinkPad X1', 'Render node', 'Office PC'];

interface Seller {
  readonly organizationId: string;
  readonly oneTimeId: string;
  readonly recurringId: string;
}

interface Issued {
  readonly id: string;
  readonly key: string;
}

/** Numbers from 0 to 1 that look random and are the same in every demo. */
function numbers(): () => number {
  let state = 20_261_123;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Two months of customers, purchases, license keys and usage, so that there is something to look at. */
export async function makeHistory(app: INestApplicationContext, seller: Seller): Promise<void> {
  const { organizationId } = seller;
  const [commands, now, random] = [app.get(CommandBus), app.get(Clock).now(organizationId), numbers()];
  const people = await makePeople(commands, organizationId, PEOPLE);
  const [, , benefitId] = await Promise.all([
    sell(commands, seller, { people, now, random }),
    use(commands, organizationId, { people, now, random }),
    license(commands, organizationId, { people, now, random }),
  ]);
  await countActivity(app.get(KeyActivity), { organizationId, benefitId }, { now, random });
}

interface Story {
  readonly people: readonly Person[];
  readonly now: Date;
  readonly random: () => number;
}

/** Every customer bought once, and every third one subscribed. */
async function sell(commands: CommandBus, { organizationId, oneTimeId, recurringId }: Seller, { people, now, random }: Story) {
  const sales = new Access([organizationId], [organizationId], 'sales');
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const terms = (customer: Person) => ({ customer: { id: customer.id }, seats: null, metadata: {} });
  const orders = people.map((person) => ({ ...terms(person), productId: oneTimeId, purchasedAt: before(random() * DAYS) }));
  const subscribers = people.filter((_, n) => n % 3 === 0);
  const subscriptions = subscribers.map((person) => ({
    ...terms(person),
    productId: recurringId,
    startedAt: before(random() * 25),
  }));
  await Promise.all([
    ...orders.map((input) => commands.execute(new PlaceOrder(sales, input))),
    ...subscriptions.map((input) => commands.execute(new StartSubscription(sales, input))),
  ]);
}

/** Less is used at weekends. */
const busynessOf = (time: Date): number => ([0, 6].includes(time.getUTCDay()) ? 0.35 : 1);

async function use(commands: CommandBus, organizationId: string, { people, now, random }: Story): Promise<void> {
  await commands.execute(
    new CreateMeter({
      organizationId,
      name: 'Render minutes',
      unit: 'scalar',
      customLabel: null,
      customMultiplier: null,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'render' }] },
      aggregation: { func: 'sum', property: 'minutes' },
      lateEvents: 'arrival',
      metadata: {},
    }),
  );
  const event = { organizationId, name: 'render', parent: null, memberId: null, externalMemberId: null } as const;
  const events = Array.from({ length: DAYS * 6 }, (_, n) => {
    const timestamp = new Date(now.getTime() - (n / 6) * DAY_MS - random() * 2 * HOUR_MS);
    const { id: customerId } = people[Math.floor(random() ** 2 * people.length)]!;
    const minutes = Math.ceil((20 + random() * 160) * busynessOf(timestamp));
    return { ...event, customer: { customerId }, externalId: `render-${n}`, timestamp, metadata: { minutes } };
  });
  await commands.execute(new IngestEvents(events));
}

async function license(commands: CommandBus, organizationId: string, { people, now, random }: Story): Promise<string> {
  const access = new Access([organizationId], [organizationId], 'products');
  const benefitId = await commands.execute(
    new CreateBenefit({
      organizationId,
      type: 'license_keys',
      description: 'Acme Studio Pro',
      metadata: {},
      properties: {
        prefix: 'PRO',
        expires: { ttl: 1, timeframe: 'year' },
        activations: { limit: 4, enableCustomerAdmin: true },
        limitUsage: 5_000,
      },
    }),
  );
  const inputs = Array.from({ length: KEYS }, (_, n) => ({
    path: ['licenseKeys', n],
    customerId: people[(n * 5) % people.length]!.id,
    benefitId,
    expiresAt: n % 4 === 0 ? null : new Date(now.getTime() + Math.ceil(random() * 400 - 20) * DAY_MS),
    limitUsage: n % 3 === 0 ? 5_000 : null,
  }));
  const issued = await commands.execute(new IssueLicenseKeys(access, inputs));
  await Promise.all(issued.map((key, n) => install(commands, organizationId, { key, devices: n % 4, random })));
  const statusOf = (n: number) => (n % 17 === 3 ? 'disabled' : n % 19 === 5 ? 'revoked' : null);
  await Promise.all(
    issued.map(({ id }, n) => {
      const status = statusOf(n);
      return status && commands.execute(new UpdateLicenseKey(access, id, { status }));
    }),
  );
  return benefitId;
}

/** Activates a key on some devices, and uses it. Those that have expired are refused. */
async function install(
  commands: CommandBus,
  organizationId: string,
  { key: { key }, devices, random }: { readonly key: Issued; readonly devices: number; readonly random: () => number },
): Promise<void> {
  const labels = DEVICES.slice(0, devices);
  const installation = { conditions: {}, meta: {}, device: null };
  const uses = [
    ...labels.map((label) => new ActivateLicenseKey({ organizationId, key }, { ...installation, label })),
    new ValidateLicenseKey(
      { organizationId, key },
      { activationId: null, benefitId: null, customerId: null, conditions: {}, incrementUsage: Math.floor(random() * 900) },
    ),
  ];
  await Promise.allSettled(uses.map((each) => commands.execute<unknown>(each)));
}

/** Every second device has the newest version once it is three weeks old. */
const versionAt = (hoursAgo: number, device: number): string =>
  hoursAgo < 21 * 24 && device % 2 === 0 ? '3.2.0' : device % 3 === 0 ? '3.1.4' : '3.0.2';

async function countActivity(
  activity: KeyActivity,
  of: { readonly organizationId: string; readonly benefitId: string },
  { now, random }: Omit<Story, 'people'>,
): Promise<void> {
  for (let hour = 1; hour < DAYS * 24; hour++) {
    const at = new Date(now.getTime() - hour * HOUR_MS);
    const daytime = at.getUTCHours() > 6 && at.getUTCHours() < 20 ? 1 : 0.25;
    const validations = Math.round((8 + random() * 26) * busynessOf(at) * daytime);
    for (let n = 0; n < validations; n++) activity.count({ ...of, kind: 'validations', version: versionAt(hour, n) }, at);
    if (random() < 0.18 * daytime) activity.count({ ...of, kind: 'activations', version: versionAt(hour, 0) }, at);
  }
  await activity.flush();
}
