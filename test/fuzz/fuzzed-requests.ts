import fc, { type Arbitrary, type WeightedArbitrary } from 'fast-check';
import { type Document, isOfOpenId } from '../support/contract.ts';
import { EXAMPLES } from '../support/examples/index.ts';
import type { SeededFixtures } from '../support/fixtures.ts';
import { bodies, NO_BODY, type RequestBody } from './fuzzed-bodies.ts';
import { MCP_OPERATION, mcpRequests } from './fuzzed-mcp.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { openIdRequests } from './fuzzed-openid.ts';
import type { OpenIdFixtures } from './openid-fixtures.ts';
import { headerText, hostile, HOSTILE_TEXTS, type Json, type Known, knownId, type Schema, valid } from './json-values.ts';

/** Ends of a path that make it that of no operation, or of another one. */
export const STRAY_ENDS = ['%', '%ff', '%2F', '//', '/.', ';a=b'];

/** What exists in the service: resources of the organization that the requests are about, and of a foreign one. */
export interface Existing {
  readonly ours: SeededFixtures;
  readonly theirs: SeededFixtures;
  /** Without it, nothing is sent to the provider. */
  readonly openid?: readonly OpenIdFixtures[];
  /** The token of an application for models. Without it, nothing is sent to `/mcp`. */
  readonly mcpToken?: string;
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
  readonly requestBody?: RequestBody;
}

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const queryText = (value: Json): string =>
  encodeURIComponent(wellFormed(typeof value === 'string' ? value : JSON.stringify(value)));
const wellFormed = (text: string): string => text.toWellFormed().slice(0, 4000);

/**
 * Makes requests to the operations that contain `only`: valid ones, almost valid ones, and ones that are none. To describe all of them takes
 * longer than to make hundreds, so what exists is read when a request is made.
 */
export class FuzzedRequests {
  private readonly requests: Arbitrary<FuzzedRequest> | null;
  private readonly mcp: readonly WeightedArbitrary<FuzzedRequest>[];
  private readonly count: number;
  private readonly known: { readonly schemas: Known['schemas']; ids: readonly string[] };
  private existing!: Existing;

  constructor(
    document: Document,
    private readonly only: string,
  ) {
    this.known = { schemas: document.components.schemas as Known['schemas'], ids: [] };
    this.mcp = MCP_OPERATION.includes(only) ? [mcpRequests(() => this.existing.mcpToken!, this.known)] : [];
    const operations = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, described]) => ({ operation: `${method.toUpperCase()} ${path}`, described })),
      )
      .filter(({ operation }) => operation.includes(only) && !isOfOpenId(operation));
    this.count = operations.length;
    const made = new Map<string, Arbitrary<FuzzedRequest>>();
    this.requests =
      operations.length === 0
        ? null
        : fc.constantFrom(...operations).chain(({ operation, described }) => {
            const requests = made.get(operation) ?? this.requestsTo(operation, described as unknown as Described);
            made.set(operation, requests);
            return requests;
          });
  }

  /** The same seed makes the same requests about what exists. */
  make(existing: Existing, seed: number, count: number): FuzzedRequest[] {
    this.existing = existing;
    const values = Object.values(existing.ours);
    this.known.ids = [...new Set(values.filter((value) => typeof value === 'string' && value.match(ID)))] as string[];
    const parts = [
      ...(this.requests ? [{ weight: this.count, arbitrary: this.requests }] : []),
      ...(existing.openid ? openIdRequests(existing.openid, this.only) : []),
      ...(existing.mcpToken === undefined ? [] : this.mcp),
    ];
    return fc.sample(fc.oneof(...parts), { seed, numRuns: count });
  }

  private requestsTo(operation: string, { security = [], parameters = [], requestBody }: Described): Arbitrary<FuzzedRequest> {
    const method = operation.split(' ')[0]!;
    const schemes = security.flatMap((each) => Object.keys(each));
    const isOfUser = schemes.includes('pat') && !schemes.includes('oat');
    const example = () => {
      const { ours } = this.existing;
      return EXAMPLES[operation]!.request(ours, isOfUser ? { organization_id: ours.organization_id } : {});
    };
    const hasBody = method !== 'GET' && method !== 'DELETE';
    return fc
      .record({
        url: urls(parameters, this.known),
        body: hasBody ? bodies(() => example().body, requestBody, this.known) : fc.constant(NO_BODY),
        headers: headers(parameters, this.known),
        authorization: authorizations(schemes, isOfUser),
      })
      .map(({ url, body, headers: others, authorization }) => {
        const token = authorization(this.existing);
        const { url: right, headers: own } = example();
        return {
          operation,
          method,
          url: url(right),
          headers: {
            ...own,
            ...body.headers,
            ...others,
            ...(token ? { authorization: token } : {}),
          },
          body: body.content,
        };
      });
  }
}

/** Urls made from that of a valid request. */
function urls(parameters: readonly Parameter[], known: Known): Arbitrary<(right: string) => string> {
  const ids = fc.oneof(
    knownId(known),
    fc.uuid({ version: 4 }),
    fc
      .constantFrom(...HOSTILE_TEXTS.filter((text) => text !== ''))
      .map((text) => encodeURIComponent(wellFormed(text)).slice(0, 4000)),
  );
  const paths = fc.oneof(
    { weight: 8, arbitrary: fc.constant((path: string) => path) },
    { weight: 2, arbitrary: ids.map((id) => (path: string) => path.replace(ID, id)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...STRAY_ENDS).map((end) => (path: string) => path + end),
    },
  );
  return fc.tuple(paths, queries(parameters, known)).map(([pathOf, added]) => (right: string) => {
    const [path, query = ''] = right.split('?') as [string, string?];
    const all = [...(query === '' ? [] : query.split('&')), ...added];
    return (all.length > 0 ? `${pathOf(path)}?${all.join('&')}` : pathOf(path)).slice(0, 12_000);
  });
}

/** What is added to the query. */
function queries(parameters: readonly Parameter[], known: Known): Arbitrary<readonly string[]> {
  const pairs = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, schema }) =>
      fc
        .oneof({ weight: 3, arbitrary: valid(schema, known, 1) }, { weight: 1, arbitrary: hostile })
        .map((value) =>
          (Array.isArray(value) ? value.slice(0, 40) : [value]).map((each: Json) => `${name}=${queryText(each)}`).join('&'),
        ),
    );
  const odd = fc.constantFrom(
    'page=1&page=2',
    'page=%00',
    'a=%ff',
    'metadata[__proto__]=1',
    'metadata[a][b]=1',
    '&&==&',
    'limit=1e1',
  );
  const some = fc.subarray(pairs, { maxLength: Math.min(4, pairs.length) }).chain((chosen) => fc.tuple(...chosen));
  return fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, ...(pairs.length > 0 ? [{ weight: 6, arbitrary: some }] : []), {
    weight: 1,
    arbitrary: odd.map((one) => [one]),
  });
}

/** Headers that the operation or every operation understands. */
function headers(parameters: readonly Parameter[], known: Known): Arbitrary<Record<string, string>> {
  const own = parameters
    .filter((each) => each.in === 'header')
    .map(({ name, schema }) => fc.oneof(valid(schema, known, 1), hostile).map((value) => [name, headerText(value)] as const));
  const common = [
    fc.uuid().map((key) => ['Idempotency-Key', key] as const),
    hostile.map((value) => ['Idempotency-Key', headerText(value)] as const),
    knownId(known).map((id) => ['Polar-Organization', id] as const),
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

const tokensOf = ({ seller, sessions }: SeededFixtures) => ({ oat: seller.oat, pat: seller.pat, ...sessions });
type Scheme = keyof ReturnType<typeof tokensOf>;
const SCHEMES: readonly Scheme[] = ['oat', 'pat', 'customer_session', 'member_session'];
const ANYONE: readonly ((existing: Existing) => string)[] = [
  ...SCHEMES.map(
    (scheme) =>
      ({ ours }: Existing) =>
        tokensOf(ours)[scheme],
  ),
  ({ theirs }) => tokensOf(theirs).oat,
  ({ theirs }) => tokensOf(theirs).customer_session,
];

function authorizations(schemes: readonly string[], isOfUser: boolean): Arbitrary<(existing: Existing) => string | undefined> {
  const right = SCHEMES.filter((scheme) => schemes.includes(scheme) && (isOfUser || scheme !== 'pat'));
  const own = right.map(
    (scheme) =>
      ({ ours }: Existing) =>
        `Bearer ${tokensOf(ours)[scheme]}`,
  );
  return fc.oneof(
    ...(own.length > 0 ? [{ weight: 16, arbitrary: fc.constantFrom(...own) }] : []),
    { weight: own.length > 0 ? 1 : 8, arbitrary: fc.constant(() => undefined) },
    { weight: 2, arbitrary: fc.constantFrom(...ANYONE).map((token) => (existing: Existing) => `Bearer ${token(existing)}`) },
    { weight: 1, arbitrary: hostile.map((value) => () => headerText(value)) },
  );
}
