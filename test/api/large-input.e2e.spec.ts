import { callAs } from '../support/call.ts';
import { type MeteringShop, openMeteringShop } from '../support/metering-shop.ts';

const MIB = 1024 * 1024;
const long = (unit: string, length = MIB - 1024): string => unit.repeat(length / unit.length);

let shop: MeteringShop;
let customerId: string;
let meterId: string;
beforeAll(async () => {
  shop = await openMeteringShop();
  customerId = (await shop.customer()).id;
  meterId = (await shop.meter({ func: 'count' })).id;
});
afterAll(() => shop.close());

const cost = (amount: unknown) => {
  const event = { name: 'call', customer_id: customerId, metadata: { _cost: { amount, currency: 'usd' } } };
  return shop.seller('POST', '/v1/events/ingest', { events: [event] });
};

const price = (unit_amount: unknown) => {
  const metered = { amount_type: 'metered_unit', meter_id: meterId, unit_amount };
  return shop.seller('POST', '/v1/products/', { name: 'Calls', recurring_interval: 'month', prices: [metered] });
};

const typesOf = ({ status, body }: { status: number; body: { detail?: { loc: string[]; type: string }[] } }) => [
  status,
  ...(body.detail ?? []).map(({ loc, type }) => `${loc.at(-1)} ${type}`),
];

describe('a decimal', () => {
  const DECIMALS = [
    '0',
    '7',
    '12345',
    '.5',
    '5.',
    '+1.5',
    '0.123456789012',
    '12345.123456789012',
    '0007.5000',
    long('0', 98) + '1',
  ];
  const OTHERS = ['', '+', '.', '1e3', '1,5', ' 1', '123456', '0.1234567890123', '1.2.3', '--1', long('0', 100) + '1'];
  const LONG = ['0', '1', '9', '.', '0.', '00000.0'].flatMap((unit) => [long(unit), `1${long(unit)}`, `0.${long(unit)}1`]);

  test.each(DECIMALS)('of up to 17 digits is taken, with zeros around it: %s', async (decimal) => {
    expect((await cost(decimal)).status).toBe(200);
    expect((await cost(`-${decimal.replace('+', '')}`)).status).toBe(200);
    expect((await price(decimal)).status).toBe(Number(decimal) > 0 ? 201 : 422);
  });

  test('is what is written so, and nothing longer than 100 characters', async () => {
    for (const other of [...OTHERS, ...LONG]) {
      expect(typesOf(await cost(other))).toEqual([422, 'amount decimal_parsing']);
      expect(typesOf(await price(other))).toEqual([422, 'unit_amount decimal_parsing']);
    }
  });

  test('is described as it is read', async () => {
    const { components } = (await shop.seller('GET', '/openapi.json')).body;
    const amounts = [components.schemas.CostMetadata, components.schemas.ProductPriceMeteredUnitCreate].map(({ properties }) =>
      (properties.amount ?? properties.unit_amount).anyOf.at(-1),
    );
    for (const { pattern, maxLength } of amounts) {
      const takes = (text: string) => text.length <= maxLength && new RegExp(pattern, 'u').test(text);
      expect(DECIMALS.filter((decimal) => !takes(decimal))).toEqual([]);
      expect([...OTHERS, ...LONG].filter(takes)).toEqual([]);
    }
  });
});

test.each(['1', 'P1', 'P1Y', '1.', 'PT1H'])('a mebibyte of %s is no duration', async (unit) => {
  const token = { comment: 'Long', scopes: [], expires_in: `P${long(unit)}D` };
  const owner = callAs(shop.api, shop.ours.pat);
  expect(typesOf(await owner('POST', '/v1/organization-access-tokens/', token))).toEqual([422, 'expires_in time_delta_parsing']);
});

test.each([
  ['a quote that is not closed', `"${long('a')}`],
  ['a quote that something follows', `"${long('""')}"x`],
  ['quotes and nothing else', long('"', MIB - 1023)],
  ['one long name', long('a')],
  ['names and no lines', long('email,')],
])('a mebibyte of %s is no list of seats', async (_what, text) => {
  const answer = await shop.seller('POST', '/v1/customer-seats/bulk', text, { 'content-type': 'text/csv' });
  expect(typesOf(answer)).toEqual([422, 'body value_error']);
});
