import type { FastifyRequest } from 'fastify';
import { integer, object, optional, text, uuid4 } from '#platform/wire';
import { repeatable } from './query-fields.ts';
import { defineRequest, type RequestDefinition } from './request.ts';
import { RequestInvalid } from './errors.ts';

const ID = '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001';

const request = (parts: Partial<Pick<FastifyRequest, 'params' | 'query' | 'body' | 'headers'>>): FastifyRequest =>
  ({ params: {}, query: {}, headers: {}, body: undefined, ...parts }) as FastifyRequest;

function placesOf(definition: RequestDefinition, parts: Parameters<typeof request>[0]): string[] {
  try {
    definition.read(request(parts));
  } catch (error) {
    if (error instanceof RequestInvalid) return error.issues.map(({ loc, type }) => `${loc.join('.')}: ${type}`);
    throw error;
  }
  return [];
}

const full = defineRequest({
  path: { id: uuid4() },
  query: { page: optional(integer({ gt: 0 })), tag: repeatable(text({ min: 1 })) },
  headers: { 'x-device': optional(text({ max: 3 })) },
  body: object({ key: text() }),
});

test('all parts are read together', () => {
  const read = full.read(
    request({
      params: { id: ID.toUpperCase() },
      query: { page: ['1', '2'], tag: 'a' },
      headers: { 'x-device': 'd' },
      body: { key: 'k' },
    }),
  );
  expect(read).toEqual({ path: { id: ID }, query: { page: 2, tag: ['a'] }, headers: { 'x-device': 'd' }, body: { key: 'k' } });
});

test('every issue is reported with its part', () => {
  const parts = { params: { id: 'x' }, query: { page: '0', tag: ['a', ''] }, headers: { 'x-device': 'long' }, body: {} };
  expect(placesOf(full, parts).sort()).toEqual([
    'body.key: missing',
    'header.x-device: string_too_long',
    'path.id: uuid_parsing',
    'query.page: greater_than',
    'query.tag.1: string_too_short',
  ]);
});

test.each([undefined, null])('the body %j counts as missing', (body) => {
  expect(placesOf(defineRequest({ body: object({ key: text() }) }), { body })).toEqual(['body: missing']);
  const maybe = defineRequest({ body: optional(object({ key: text() })) });
  expect(maybe.read(request({ body })).body).toBeUndefined();
});

test.each([[[]], ['text'], [1], [true]])('the body %j is not an object', (body) => {
  expect(placesOf(full, { params: { id: ID }, body })).toEqual(['body: model_attributes_type']);
});

test('parts that are not declared are not read', () => {
  expect(defineRequest({}).read(request({ params: { id: 'x' }, query: { page: '0' }, body: 'x' }))).toEqual({});
});

test('lists, totals and exports return many rows', () => {
  const list = { query: { limit: optional(integer({ gt: 0 })) } };
  const definitions = [
    full,
    defineRequest(list),
    defineRequest(list, { countsAll: false }),
    defineRequest({}, { countsAll: true }),
    defineRequest({}, { readsMany: true }),
  ];
  expect(definitions.map(({ readsMany }) => readsMany)).toEqual([false, true, true, true, true]);
});
