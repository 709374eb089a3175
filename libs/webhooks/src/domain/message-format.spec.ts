import { render } from './message-format.ts';

const ORDER = {
  id: 'b1',
  total_amount: 2900,
  amount: 2500,
  currency: 'usd',
  product: { name: 'Pro <script> & more' },
  customer: { email: 'ada@example.com' },
};
const message = (data: unknown) => ({
  body: JSON.stringify({ type: 'order.paid', timestamp: '2026-11-22T12:00:00.000Z', api_version: '2026-04', data }),
  organizationName: 'Acme',
});

test('Discord gets an embed that notifies nobody', () => {
  expect(JSON.parse(render(message(ORDER), 'discord'))).toEqual({
    content: 'order.paid',
    embeds: [
      {
        title: 'order.paid',
        description: 'order.paid',
        fields: [
          { name: 'Object', value: 'b1' },
          { name: 'Organization', value: 'Acme' },
          { name: 'Product', value: 'Pro <script> & more' },
          { name: 'Amount', value: '29.00 USD' },
          { name: 'Customer', value: 'ada@example.com' },
        ],
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test('Slack gets a section without markup of others', () => {
  const { text, blocks } = JSON.parse(render(message(ORDER), 'slack'));
  expect(text).toBe('order.paid');
  expect(blocks[0].fields[2]).toEqual({ type: 'mrkdwn', text: '*Product*\nPro &lt;script&gt; &amp; more' });
});

test('amounts have the digits of their currency', () => {
  const amountOf = (currency: string) =>
    JSON.parse(render(message({ amount: 2900, currency }), 'discord')).embeds[0].fields.at(-1).value;
  expect([amountOf('jpy'), amountOf('kwd'), amountOf('eur')]).toEqual(['2900 JPY', '2.900 KWD', '29.00 EUR']);
});

test.each([[{}], [[]], [null], ['text'], [{ id: 5, product: null, customer: [] }], [{ amount: 5 }]])(
  'data of any shape can be rendered: %p',
  (data) => {
    for (const format of ['discord', 'slack'] as const) expect(() => JSON.parse(render(message(data), format))).not.toThrow();
  },
);

test('long values are cut', () => {
  const { embeds } = JSON.parse(render(message({ product: { name: 'x'.repeat(5000) } }), 'discord'));
  expect(embeds[0].fields.at(-1).value).toHaveLength(1024);
});
