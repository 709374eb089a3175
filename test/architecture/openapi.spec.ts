import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { SENT_EVENT_TYPES } from '#webhooks/contract';
import type { JsonSchema } from '#platform/wire/composition';
import { exampleOf, type Schema, type Schemas } from '../../apps/openapi/open-api-examples.ts';
import { openApiDocument } from '../../apps/openapi/open-api-document.ts';
import { schemasBelow } from './unbounded-input.ts';

type Json = { readonly [key: string]: unknown };
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly description?: string;
  readonly schema: Json;
  readonly example?: unknown;
}
interface Content {
  readonly content?: { readonly [type: string]: { readonly schema: Json; readonly example?: unknown } };
}
interface Link {
  readonly operationId: string;
  readonly parameters: { readonly [name: string]: string };
}
interface Operation {
  readonly operationId: string;
  readonly responses: {
    readonly [status: string]: Content & { readonly description: string; readonly links?: { readonly [name: string]: Link } };
  };
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Json; readonly example?: unknown } } };
}

const VERBS =
  'Accept Activate Add Advance Assign Begin Cancel Change Check Claim Commit Complete Confirm Create Deactivate Delete Deliver Dismiss End Explain Export Get Grant Ignore Import Ingest Introspect Invite Issue Lease List Map Merge Preview Publish Reassign Redeliver Release Remove Renew Replace Report Request Resend Reserve Reset Restore Retry Revoke Rotate Save Send Set Sign Transfer Undo Update Upload Validate Verify Void Yank'.split(
    ' ',
  );

const document = JSON.parse(JSON.stringify(await openApiDocument())) as {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly webhooks: { readonly [kind: string]: { readonly post: Operation } };
  readonly components: { readonly schemas: Json; readonly parameters: { readonly [name: string]: Parameter } };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, name: `${method.toUpperCase()} ${path}` })),
);
const webhooks = Object.entries(document.webhooks).map(([name, { post }]) => ({ ...post, name }));

const isSentence = (text: unknown): boolean => typeof text === 'string' && /^[A-Z0-9`][^]{4,}\.$/.test(text);

/** Every property below a node, with the path that leads to it. */
function propertiesBelow(node: unknown, path: string): { readonly path: string; readonly schema: Json }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (['default', 'examples', 'example', 'enum'].includes(key)) return [];
    if (key !== 'properties') return propertiesBelow(value, `${path}/${key}`);
    return Object.entries(value as { readonly [name: string]: Json }).flatMap(([name, schema]) => [
      { path: `${path}/${name}`, schema },
      ...propertiesBelow(schema, `${path}/${name}`),
    ]);
  });
}

test('every operation has a summary in the imperative', () => {
  expect(operations.length).toBeGreaterThan(100);
  const wrong = operations.filter(({ summary = '' }) => !VERBS.includes(summary.split(' ')[0]!) || summary.endsWith('.'));
  expect(wrong.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([]);
});

test('every operation and webhook has a description in sentences', () => {
  expect([...operations, ...webhooks].filter(({ description }) => !isSentence(description)).map(({ name }) => name)).toEqual([]);
});

test('every parameter has a description', () => {
  const parameters = [
    ...Object.values(document.components.parameters),
    ...operations.flatMap(({ name: operation, parameters: own = [] }) =>
      own
        .filter(({ $ref }) => $ref === undefined)
        .map(({ name, description }) => ({ name: `${operation}: ${name}`, description })),
    ),
  ];
  expect(parameters.length).toBeGreaterThan(100);
  expect(parameters.filter(({ description }) => !isSentence(description)).map(({ name }) => name)).toEqual([]);
});

test('every property has a description', () => {
  const properties = [...propertiesBelow(document.components.schemas, ''), ...propertiesBelow(document.paths, '')];
  expect(properties.length).toBeGreaterThan(1000);
  expect(properties.filter(({ schema }) => !isSentence(schema['description'])).map(({ path }) => path)).toEqual([]);
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'document');
const rooted = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as Json;
const JSON_TYPE = 'application/json';
const jsonOf = (name: string, content: Content['content'] = {}) => (content[JSON_TYPE] ? [{ name, ...content[JSON_TYPE] }] : []);

test('every parameter, every JSON body and every JSON response of success has an example that its schema accepts', () => {
  expect(webhooks.map(({ name }) => name)).toEqual([...SENT_EVENT_TYPES]);
  const bodies = [...operations, ...webhooks].flatMap(({ name, requestBody }) => jsonOf(name, requestBody?.content));
  expect(bodies.length).toBeGreaterThan(40);
  const successes = operations.flatMap(({ name, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      status.startsWith('2') ? jsonOf(`${name} ${status}`, content) : [],
    ),
  );
  expect(successes.length).toBeGreaterThan(200);
  const parameters = [
    ...Object.values(document.components.parameters),
    ...operations.flatMap(({ name, parameters: own = [] }) =>
      own.filter(({ $ref }) => $ref === undefined).map((parameter) => ({ ...parameter, name: `${name} ${parameter.name}` })),
    ),
  ];
  const wrong = [...bodies, ...successes, ...parameters].filter(
    ({ schema, example }) => example === undefined || !ajv.validate(rooted(schema), example),
  );
  expect(wrong.map(({ name, example }) => `${name}: ${JSON.stringify(example)}`)).toEqual([]);
});

test('every link of a response leads to an operation, and gives it the parameters of its path', () => {
  const links = operations.flatMap(({ name, responses }) =>
    Object.values(responses).flatMap((response) => Object.values(response.links ?? {}).map((link) => ({ from: name, ...link }))),
  );
  const pathOf = (id: string): string | undefined => operations.find(({ operationId }) => operationId === id)?.name;
  const wrong = links.filter(({ operationId, parameters }) => {
    const names = [...(pathOf(operationId) ?? '{none}').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    return names.toSorted().join() !== Object.keys(parameters).toSorted().join();
  });
  expect(wrong).toEqual([]);
  const from = (id: string) =>
    Object.keys(
      Object.assign(
        {},
        ...links.filter(({ from: name }) => name === pathOf(id)).map((link) => ({ [link.operationId]: link })),
      ) as object,
    );
  expect(from('customers.create')).toEqual(expect.arrayContaining(['customers.get', 'customers.update', 'customers.delete']));
  expect(from('customers.list')).toEqual(expect.arrayContaining(['customers.get']));
  expect(from('license_keys.get')).toEqual(expect.arrayContaining(['customers.get', 'benefits.get']));
  expect(links.length).toBeGreaterThan(200);
});

/** The size of the largest body of an operation in bytes, as the response to a larger one says it. */
function bodyLimitOf({ responses }: Operation): number {
  const [, amount, unit] = / exceeds (\d+) (KiB|MiB)\./.exec(responses['413']!.description)!;
  return Number(amount) * 1024 * (unit === 'MiB' ? 1024 : 1);
}

test('every operation says how large its body, its address and its headers may be', () => {
  const own = operations.filter(({ name }) => !name.includes('/v1/oauth2/'));
  const silent = own.filter(
    ({ requestBody, responses }) => !('431' in responses) || (requestBody !== undefined && !('413' in responses)),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
  const sizes = new Set(own.filter(({ requestBody }) => requestBody).map(bodyLimitOf));
  expect([...sizes].toSorted((a, b) => a - b).map((size) => size / 1024)).toEqual([256, 1024, 4096, 10_240, 51_200]);
});

/** Lists that may be longer than the body: a sender does not have to count, and the size of the body is what limits them. */
const LIMITED_BY_SIZE = ['POST /v1/events/ingest body/events'];

test('every list of a body fits into the body, filled with what its example has', () => {
  const schemas = document.components.schemas as unknown as Schemas;
  const resolve = (ref: string): JsonSchema => schemas[ref.split('/').at(-1)!] as JsonSchema;
  let found = 0;
  const tooLong = operations.flatMap((operation) => {
    const content = operation.requestBody?.content[JSON_TYPE];
    if (!content || operation.name.includes('/v1/oauth2/')) return [];
    const lists = [...schemasBelow(content.schema, `${operation.name} body`, resolve)].filter(
      ({ schema }) => 'maxItems' in schema,
    );
    found += lists.length;
    return lists
      .filter(({ schema }) => {
        const item = JSON.stringify(exampleOf((schema['items'] ?? {}) as Schema, schemas));
        return Number(schema['maxItems']) * (item.length + 1) > bodyLimitOf(operation);
      })
      .map(({ place }) => place);
  });
  expect([...new Set(tooLong)]).toEqual(LIMITED_BY_SIZE);
  expect(found).toBeGreaterThan(40);
});
