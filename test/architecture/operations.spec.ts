import { Validator } from '@seriousme/openapi-schema-validator';
import ts from 'typescript';
import { startApi, type TestApi } from '../support/api.ts';
import { Contract } from '../support/contract.ts';
import { literalsOf, nodesOf, type Source, sources } from './sources.ts';

interface Operation {
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name?: string }[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

/**
 * Open to everyone: what programs on customers' machines call, how customers let themselves in, the signs of life, and addresses
 * that are the permission.
 */
const WITHOUT_CREDENTIALS = [
  'GET /.well-known/latchkey/{}/jwks.json',
  'GET /.well-known/latchkey/{}/status-lists/{}',
  'GET /health/live',
  'GET /health/ready',
  'GET /v1/customer-portal/customers/me/email-update/check',
  'GET /v1/customer-portal/organizations/{}',
  'GET /v1/customer-portal/organizations/{}/branding',
  'GET /v1/customer-seats/claim/{}',
  'GET /v1/oauth2/authorize',
  'POST /v1/connectors/{}/webhook',
  'POST /v1/customer-portal/customer-session/authenticate',
  'POST /v1/customer-portal/customer-session/request',
  'POST /v1/customer-portal/customers/me/email-update/verify',
  'POST /v1/customer-portal/license-keys/activate',
  'POST /v1/customer-portal/license-keys/deactivate',
  'POST /v1/customer-portal/license-keys/heartbeat',
  'POST /v1/customer-portal/license-keys/lease',
  'POST /v1/customer-portal/license-keys/reservations',
  'POST /v1/customer-portal/license-keys/reservations/{}/commit',
  'POST /v1/customer-portal/license-keys/reservations/{}/release',
  'POST /v1/customer-portal/license-keys/sign-in',
  'POST /v1/customer-portal/license-keys/sign-in/keys',
  'POST /v1/customer-portal/license-keys/trial',
  'POST /v1/customer-portal/license-keys/validate',
  'POST /v1/customer-seats/claim',
  'POST /v1/oauth2/register',
  'POST /v1/users/sign-in/authenticate',
  'POST /v1/users/sign-in/passkey-options',
  'POST /v1/users/sign-in/request',
  'POST /v1/users/sign-in/second-factor',
  'POST /v1/users/sign-in/single-sign-on',
  'POST /v1/users/sign-in/single-sign-on/authenticate',
  'PUT /v1/files/{}/parts/{}',
];

const METHODS = /^(GET|POST|PUT|PATCH|DELETE)$/i;

let api: TestApi;
let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
let operations: Map<string, Operation>;
beforeAll(async () => {
  api = await startApi();
  ({ document } = Contract.of(api));
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${pattern(path)}`, operation] as const),
    ),
  );
});
afterAll(() => api.close());

/** Replaces parameters by one character and removes a trailing slash. */
const pattern = (path: string): string => path.replace(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '');

/** The method that belongs to a path in a test: in the same row, among the arguments of the call, or the called name. */
function methodsBeside(literal: ts.Node): string[] {
  for (let node = literal.parent; node; node = node.parent) {
    const named = verbsAmong(node);
    if (named.length > 0) return named;
    if (!ts.isCallExpression(node)) continue;
    const callee = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();
    if (METHODS.test(callee)) return [callee.toUpperCase()];
    if (callee === 'inject' || callee === 'fetch') return ['GET'];
  }
  return [];
}

function verbsAmong(node: ts.Node): string[] {
  const values = ts.isCallExpression(node) ? node.arguments : ts.isArrayLiteralExpression(node) ? node.elements : [];
  return values
    .flatMap((value) => (ts.isObjectLiteralExpression(value) ? value.properties.map(methodOf) : [value]))
    .flatMap((value) => (value && ts.isStringLiteralLike(value) && METHODS.test(value.text) ? [value.text.toUpperCase()] : []));
}

const methodOf = (property: ts.ObjectLiteralElementLike): ts.Expression | undefined =>
  ts.isPropertyAssignment(property) && property.name.getText() === 'method' ? property.initializer : undefined;

/** Every `METHOD /path` that a test file names or calls. */
const namedIn = (source: Source): string[] =>
  literalsOf(source).flatMap(({ node, text }) => {
    const [, method, rest] = /^(?:([A-Z]+) )?(?:\{\})?(\/(?:v1|health|\.well-known)\/[^\s?]*)/.exec(text) ?? [];
    if (rest === undefined) return [];
    return (method ? [method] : methodsBeside(node)).map((each) => `${each} ${pattern(rest)}`);
  });

test('every operation is named in an end-to-end test', () => {
  const named = sources(/^test\/(api|client)\/.*\.spec\.ts$/).flatMap(namedIn);
  const isNamed = (operation: string): boolean => {
    const shape = new RegExp(`^${operation.replaceAll('{}', '[^/]+')}$`);
    return named.some((each) => shape.test(each));
  };
  expect([...operations.keys()].filter((operation) => !isNamed(operation))).toEqual([]);
});

test('every operation requires credentials, except the public ones', () => {
  const open = [...operations].filter(([, { security = [] }]) => security.length === 0).map(([name]) => name);
  expect(open.sort()).toEqual(WITHOUT_CREDENTIALS);
});

/** Seller permissions are scopes; a customer session has exactly one scope. */
const requiresSeller = (security: readonly object[]): boolean => security.some((scheme) => 'pat' in scheme);

test('an operation that requires credentials documents 401 and 403', () => {
  const secured = [...operations].filter(([, { security = [] }]) => security.length > 0);
  expect(
    secured
      .filter(([, { responses, security = [] }]) => !responses['401'] || (requiresSeller(security) && !responses['403']))
      .map(([name]) => name),
  ).toEqual([]);
});

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('every POST accepts an idempotency key, or says why not', () => {
  const undecided = sources(/\.controller\.ts$/).flatMap((source) =>
    nodesOf(source, ts.isMethodDeclaration)
      .map((method) => ({
        name: `${source.file}: ${method.name.getText()}`,
        decorators: decoratorsOf(method),
        isKeyed: /@Intercepted\(\{ idempotency: /.test(method.getText().replaceAll(/\(\{\s+/g, '({ ')),
      }))
      .filter(({ decorators }) => decorators.has('Post'))
      .filter(({ decorators, isKeyed }) => (decorators.has('Idempotent') || isKeyed) === decorators.has('NotIdempotent'))
      .map(({ name }) => name),
  );
  expect(undecided).toEqual([]);
});

const decoratorsOf = (method: ts.MethodDeclaration): Set<string> =>
  new Set((ts.getDecorators(method) ?? []).map(({ expression }) => (expression as ts.CallExpression).expression.getText()));

test('an operation that accepts an idempotency key documents 409 and 422, and the header of a repeated response', () => {
  const keyed = [...operations].filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'));
  expect(keyed.length).toBeGreaterThan(25);
  const incomplete = keyed.filter(([, { responses }]) => {
    const successful = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    const isReplayed = successful.every(([, { headers = {} }]) => 'Idempotency-Replayed' in headers);
    return !responses['409'] || !responses['422'] || !isReplayed;
  });
  expect(incomplete.map(([name]) => name)).toEqual([]);
});
