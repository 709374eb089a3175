import fc, { type Arbitrary } from 'fast-check';
import { hostile, type Json, type Known, nearly, type Schema, valid } from './json-values.ts';

export interface Body {
  readonly content: string | Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The content of a media type of a request. */
export interface RequestBody {
  readonly content: { readonly [type: string]: { readonly schema: Schema } };
}

const JSON_TYPE = 'application/json';
const NO_HEADERS: Readonly<Record<string, string>> = {};

export const NO_BODY: Body = { content: undefined, headers: NO_HEADERS };

/** Bodies made from the schema, and from the body that `example` returns at that time. */
export function bodies(example: () => unknown, requestBody: RequestBody | undefined, known: Known): Arbitrary<Body> {
  if (!requestBody) return fc.constantFrom<Body>(NO_BODY, { content: '{}', headers: { 'content-type': JSON_TYPE } });
  const [type, { schema }] = Object.entries(requestBody.content)[0]!;
  const isJson = type === JSON_TYPE;
  const right = fc.constant(null).map(() => (isJson ? JSON.stringify(example()) : (example() as string | Buffer | undefined)));
  const texts = isJson ? jsonTexts(() => example() as Json, schema, known) : right.map((text) => text ?? '');
  const types = fc.oneof(
    { weight: 30, arbitrary: fc.constant(type) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', `${type}; charset=utf-16`, 'multipart/form-data', 'application/xml', ''),
    },
  );
  const contents = fc.oneof(
    { weight: 3, arbitrary: right },
    { weight: 12, arbitrary: texts },
    { weight: 2, arbitrary: broken(right) },
  );
  return fc.tuple(contents, types).map(([content, contentType]) => ({
    content,
    headers: content === undefined || contentType === '' ? NO_HEADERS : { 'content-type': contentType },
  }));
}

function jsonTexts(example: () => Json, schema: Schema, known: Known): Arbitrary<string> {
  const described = valid(schema, known);
  return fc
    .oneof(
      { weight: 3, arbitrary: described },
      { weight: 4, arbitrary: nearly(fc.constant(null).map(() => example() ?? {})) },
      { weight: 3, arbitrary: nearly(described) },
      { weight: 1, arbitrary: hostile },
    )
    .map((value) => JSON.stringify(value));
}

/** How bytes stop being a text of the format, or nearly do. */
const BREAKS: readonly ((bytes: Buffer, at: number, noise: Uint8Array) => string | Buffer)[] = [
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at, noise) => Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]),
  (bytes) => `\ufeff${bytes.toString()}`,
];

export const BROKEN_TEXTS: readonly string[] = [
  '['.repeat(100_000),
  '{"a":'.repeat(10_000),
  `${'['.repeat(257)}${']'.repeat(257)}`,
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `[${'{},'.repeat(60_000)}{}]`,
  `{"a":"${'\\u0061'.repeat(20_000)}"}`,
  '{"a":NaN}',
  '{"a":1e999}',
  '{"a":1,"a":2}',
  '"\\ud800"',
  'null',
  '0',
  '',
  ' '.repeat(200_000),
];

/** Bytes that are no text of the format, or hardly. */
const broken = (right: Arbitrary<string | Buffer | undefined>): Arbitrary<string | Buffer> =>
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .tuple(right, fc.constantFrom(...BREAKS), fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 8 }))
        .map(([text, change, position, noise]) => {
          const bytes = Buffer.from(text ?? '{}');
          return change(bytes, position % (bytes.length + 1), noise);
        }),
    },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_TEXTS) },
  );
