import fc, { type Arbitrary } from 'fast-check';
import type { Document } from '../support/contract.ts';
import { EXAMPLES } from '../support/examples/index.ts';
import type { SeededFixtures } from '../support/fixtures.ts';
import { hostile, HOSTILE_TEXTS, type Json, type Known, nearly, type Schema, valid } from './json-values.ts';

export interface FuzzedRequest {
  /** Method and path of the operation, as the OpenAPI document writes them. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

interface Parameter {
  readonly $ref?: string;
  readonly in: 'query' | 'path' | 'header';
  readonly name: string;
  readonly schema: Schema;
}

interface Described {
  readonly security?: readonly { readonly [scheme: string]: unknown }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Schema } } };
}

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Characters that Node refuses to send in a header are left out. */
const headerText = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 8000);

const queryText = (value: Json): string =>
  encodeURIComponent(wellFormed(typeof value === 'string' ? value : JSON.stringify(value)));
const wellFormed = (text: string): string => text.toWellFormed().slice(0, 4000);

/** Requests to the operations that contain `only`: valid ones, almost valid ones, and ones that are none. */
export function fuzzedRequests(
  document: Document,
  ours: SeededFixtures,
  theirs: SeededFixtures,
  only: string,
): Arbitrary<FuzzedRequest> {
  const ids = [...new Set(Object.values(ours).filter((value) => typeof value === 'string' && value.match(ID)))] as string[];
  const known: Known = { schemas: document.components.schemas as Known['schemas'], ids };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ operation: `${method.toUpperCase()} ${path}`, described })),
  );
  const made = new Map<string, Arbitrary<FuzzedRequest>>();
  const selected = operations.filter(({ operation }) => operation.includes(only));
  return fc.constantFrom(...selected).chain(({ operation, described }) => {
    const requests = made.get(operation) ?? requestsTo(operation, described as unknown as Described, known, ours, theirs);
    made.set(operation, requests);
    return requests;
  });
}

function requestsTo(
  operation: string,
  { security = [], parameters = [], requestBody }: Described,
  known: Known,
  ours: SeededFixtures,
  theirs: SeededFixtures,
): Arbitrary<FuzzedRequest> {
  const method = operation.split(' ')[0]!;
  const schemes = security.flatMap((each) => Object.keys(each));
  const isOfUser = schemes.includes('pat') && !schemes.includes('oat');
  const example = EXAMPLES[operation]!.request(ours, isOfUser ? { organization_id: ours.organization_id } : {});
  return fc
    .record({
      url: urls(example.url, parameters, known),
      body: bodies(example.body, requestBody, known),
      headers: headers(parameters, known),
      authorization: authorizations(schemes, isOfUser, ours, theirs),
    })
    .map(({ url, body, headers: others, authorization }) => ({
      operation,
      method,
      url,
      headers: {
        ...example.headers,
        ...(method === 'GET' || method === 'DELETE' ? {} : body.headers),
        ...others,
        ...(authorization ? { authorization } : {}),
      },
      body: method === 'GET' || method === 'DELETE' ? undefined : body.content,
    }));
}

function urls(url: string, parameters: readonly Parameter[], known: Known): Arbitrary<string> {
  const [path, query = ''] = url.split('?') as [string, string?];
  const ids = fc.oneof(
    fc.constantFrom(...known.ids),
    fc.uuid({ version: 4 }),
    fc
      .constantFrom(...HOSTILE_TEXTS.filter((text) => text !== ''))
      .map((text) => encodeURIComponent(wellFormed(text)).slice(0, 4000)),
  );
  const paths = fc.oneof(
    { weight: 8, arbitrary: fc.constant(path) },
    { weight: 2, arbitrary: ids.map((id) => path.replace(ID, id)) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%ff', '%2F', '//', '/.', ';a=b').map((end) => path + end) },
  );
  const asked = parameters.filter((each) => each.in === 'query');
  const pairs = asked.map(({ name, schema }) =>
    fc
      .oneof({ weight: 3, arbitrary: valid(schema, known, 1) }, { weight: 1, arbitrary: hostile })
      .map((value) =>
        (Array.isArray(value) ? value.slice(0, 40) : [value]).map((each: Json) => `${name}=${queryText(each)}`).join('&'),
      ),
  );
  const given = query === '' ? [] : query.split('&');
  const odd = fc.constantFrom(
    'page=1&page=2',
    'page=%00',
    'a=%ff',
    'metadata[__proto__]=1',
    'metadata[a][b]=1',
    '&&==&',
    'limit=1e1',
  );
  const queries = fc.oneof(
    { weight: 4, arbitrary: fc.constant(given) },
    ...(pairs.length > 0
      ? [
          {
            weight: 6,
            arbitrary: fc
              .subarray(pairs, { maxLength: Math.min(4, pairs.length) })
              .chain((some) => fc.tuple(...some))
              .map((some) => [...given, ...some]),
          },
        ]
      : []),
    { weight: 1, arbitrary: odd.map((one) => [...given, one]) },
  );
  return fc
    .tuple(paths, queries)
    .map(([where, what]) => (what.length > 0 ? `${where}?${what.join('&')}` : where).slice(0, 12_000));
}

interface Body {
  readonly content: string | Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json';
const NO_HEADERS: Readonly<Record<string, string>> = {};

function bodies(example: unknown, requestBody: Described['requestBody'], known: Known): Arbitrary<Body> {
  if (!requestBody)
    return fc.constantFrom<Body>({ content: undefined, headers: {} }, { content: '{}', headers: { 'content-type': JSON_TYPE } });
  const [type, { schema }] = Object.entries(requestBody.content)[0]!;
  const isJson = type === JSON_TYPE;
  const right = isJson ? JSON.stringify(example) : (example as string | Buffer | undefined);
  const texts = isJson ? jsonTexts(example as Json, schema, known) : fc.constant(right ?? '');
  const types = fc.oneof(
    { weight: 30, arbitrary: fc.constant(type) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', `${type}; charset=utf-16`, 'multipart/form-data', 'application/xml', ''),
    },
  );
  const contents = fc.oneof(
    { weight: 3, arbitrary: fc.constant(right) },
    { weight: 12, arbitrary: texts },
    { weight: 2, arbitrary: broken(right) },
  );
  return fc.tuple(contents, types).map(([content, contentType]) => ({
    content,
    headers: content === undefined || contentType === '' ? NO_HEADERS : { 'content-type': contentType },
  }));
}

function jsonTexts(example: Json, schema: Schema, known: Known): Arbitrary<string> {
  const described = valid(schema, known);
  return fc
    .oneof(
      { weight: 3, arbitrary: described },
      { weight: 4, arbitrary: nearly(fc.constant(example ?? {})) },
      { weight: 3, arbitrary: nearly(described) },
      { weight: 1, arbitrary: hostile },
    )
    .map((value) => JSON.stringify(value));
}

/** Bytes that are no text of the format, or hardly. */
const broken = (right: string | Buffer | undefined): Arbitrary<string | Buffer> => {
  const bytes = Buffer.from(right ?? '{}');
  return fc.oneof(
    fc.nat({ max: bytes.length }).map((length) => bytes.subarray(0, length)),
    fc
      .tuple(fc.nat({ max: bytes.length }), fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, noise]) => Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)])),
    fc.constantFrom(
      `\ufeff${bytes.toString()}`,
      '['.repeat(100_000),
      '{"a":'.repeat(10_000),
      '{"a":NaN}',
      '{"a":1e999}',
      '{"a":1,"a":2}',
      '"\\ud800"',
      'null',
      '0',
      '',
      ' '.repeat(200_000),
    ),
  );
};

/** Headers that the operation or every operation understands. */
function headers(parameters: readonly Parameter[], known: Known): Arbitrary<Record<string, string>> {
  const own = parameters
    .filter((each) => each.in === 'header')
    .map(({ name, schema }) => fc.oneof(valid(schema, known, 1), hostile).map((value) => [name, headerText(value)] as const));
  const common = [
    fc.uuid().map((key) => ['Idempotency-Key', key] as const),
    hostile.map((value) => ['Idempotency-Key', headerText(value)] as const),
    fc.constantFrom(...known.ids).map((id) => ['Polar-Organization', id] as const),
    hostile.map((value) => ['X-Request-Id', headerText(value)] as const),
    hostile.map((value) => ['X-Forwarded-For', headerText(value)] as const),
    fc.constantFrom('gzip', 'br;q=0', '*', 'identity;q=0').map((value) => ['Accept-Encoding', value] as const),
    fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,1-1', 'lines=1').map((value) => ['Range', value] as const),
  ];
  const some = fc.subarray([...own, ...common], { maxLength: 2 }).chain((each) => fc.tuple(...each));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: some.map((pairs) => Object.fromEntries(pairs)) },
  );
}

function authorizations(
  schemes: readonly string[],
  isOfUser: boolean,
  ours: SeededFixtures,
  theirs: SeededFixtures,
): Arbitrary<string | undefined> {
  const tokensOf = ({ seller, sessions }: SeededFixtures) => ({ oat: seller.oat, pat: seller.pat, ...sessions });
  const [own, foreign] = [tokensOf(ours), tokensOf(theirs)];
  const right = schemes.filter((scheme) => scheme in own && (isOfUser || scheme !== 'pat')) as (keyof typeof own)[];
  const anyone = Object.values({ ...own, foreignSeller: foreign.oat, foreignSession: foreign.customer_session });
  return fc.oneof(
    ...(right.length > 0 ? [{ weight: 16, arbitrary: fc.constantFrom(...right).map((scheme) => `Bearer ${own[scheme]}`) }] : []),
    { weight: right.length > 0 ? 1 : 8, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom(...anyone).map((token) => `Bearer ${token}`) },
    { weight: 1, arbitrary: hostile.map((value) => headerText(value)) },
  );
}
