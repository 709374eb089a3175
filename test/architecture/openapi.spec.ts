import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { SENT_EVENT_TYPES } from '#webhooks/contract';
import { openApiDocument } from '../../apps/openapi/open-api-document.ts';

type Json = { readonly [key: string]: unknown };
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly description?: string;
}
interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Json; readonly example?: unknown } } };
}

const VERBS =
  'Accept Activate Add Advance Assign Begin Cancel Change Check Claim Commit Complete Confirm Create Deactivate Delete Deliver Dismiss End Explain Export Get Grant Ignore Import Ingest Introspect Invite Issue Lease List Map Merge Redeliver Release Remove Renew Replace Request Resend Reserve Reset Restore Retry Revoke Rotate Save Send Set Sign Transfer Update Upload Validate Verify Void'.split(
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

test('every JSON body has an example that its schema accepts', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  const bodies = [...operations, ...webhooks].flatMap(({ name, requestBody }) => {
    const content = requestBody?.content['application/json'];
    return content ? [{ name, ...content }] : [];
  });
  expect(bodies.length).toBeGreaterThan(40);
  expect(webhooks.map(({ name }) => name)).toEqual([...SENT_EVENT_TYPES]);
  const rooted = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as Json;
  const wrong = bodies.filter(({ schema, example }) => example === undefined || !ajv.validate(rooted(schema), example));
  expect(wrong.map(({ name, example }) => `${name}: ${JSON.stringify(example)}`)).toEqual([]);
});
