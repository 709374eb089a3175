import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/processes.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';

type Item = { readonly [field: string]: unknown };

let fixture: WebhookFixture;
let recipes: string;
beforeAll(async () => {
  recipes = await readFile(join(ROOT, 'docs/webhooks/recipes.md'), 'utf8');
  fixture = await openWebhookFixture();
});
afterAll(() => fixture.close());

const customer = (name: string) => fixture.create('/v1/customers/', { email: `${name}@example.com`, name });

/** The value at a JSON pointer. */
const valueAt = (document: Item, pointer: string): unknown =>
  pointer
    .split('/')
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (value as Item)[name], document);

test('the configuration for Kafka Connect reads every event once, by the position of the last one', async () => {
  const { config } = JSON.parse(/```json\n([^]+?)```/.exec(recipes)![1]!) as { readonly config: Record<string, string> };
  const path = new URL(config['http.request.url']!).pathname;
  const [name, initial] = config['http.offset.initial']!.split('=');
  const fields = config['http.response.record.offset.pointer']!.split(', ').map((field) => field.split('=') as [string, string]);
  await fixture.seller('GET', path);
  for (const each of ['ada', 'bob', 'cyd', 'dan', 'eve']) await customer(each);
  await fixture.delivered();

  const offset = new Map([[name!, initial]]);
  const records: Item[] = [];
  for (let items: Item[] = [{}]; items.length > 0;) {
    const params = config['http.request.params']!.replace(/\$\{offset\.(\w+)\}/g, (_text, field: string) =>
      offset.get(field)!,
    ).replace('limit=100', 'limit=2');
    const { status, body } = await fixture.seller('GET', `${path}?${params}`);
    expect(status).toBe(200);
    items = valueAt(body, config['http.response.list.pointer']!) as Item[];
    for (const item of items) {
      const record = valueAt(item, config['http.response.record.pointer']!) as Item;
      for (const [field, pointer] of fields) offset.set(field, String(valueAt(item, pointer)));
      records.push(record);
    }
  }
  const { items, last_sequence } = (await fixture.seller('GET', `${path}?after=0`)).body;
  expect(records).toEqual(items);
  expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_record, index) => index + 1));
  expect(Object.fromEntries(offset)).toMatchObject({ key: items.at(-1).id, sequence: `${last_sequence}` });
});

test('what n8n computes is one of the signatures', async () => {
  const { secret } = await fixture.endpoint('/n8n');
  await customer('finn');
  const [{ headers, body: data }] = (await fixture.receiver.at('/n8n', 1)) as [(typeof fixture.receiver.received)[number]];
  const template = /```text\n\s*(\{\{.+webhook-id.+\}\})\n/.exec(recipes)![1]!;
  const value = template.replace(/\{\{ (.+?) \}\}/g, (_text, expression: string) => {
    const header = /headers\['([\w-]+)'\]/.exec(expression);
    return header ? String(headers[header[1]!]) : { '$json.data': data }[expression]!;
  });
  const signature = createHmac('sha256', secret).update(value).digest('base64');
  expect(String(headers['webhook-signature']).split(' ')).toContain(`v1,${signature}`);
});
