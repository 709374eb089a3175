import type { OpenAPIObject } from '@nestjs/swagger';
import { errorView, openApi } from '#platform/http';
import { operationName, ValidationErrorView } from '#platform/http/composition';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Responses = Operation['responses'];
interface Shape {
  readonly $id?: string;
  readonly anyOf?: readonly Shape[];
}
interface Response {
  readonly description: string;
  readonly headers?: object;
  readonly content?: { readonly 'application/json': { readonly schema: Shape } };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const header = (description: string) => ({ description, schema: { type: 'string' } });
const HEADERS = {
  'X-Request-Id': header('The ID of this request, to be given in questions about it.'),
  'Polar-Version': header('The version of the API that was used.'),
  'WWW-Authenticate': header('The credentials that are required: realm, error and scopes.'),
  RateLimit: header('For each window of the policy: how many requests are left (`r`), and in how many seconds it resets (`t`).'),
  'RateLimit-Policy': header('How many requests (`q`) a client can make in how many seconds (`w`).'),
  'Retry-After': header('After how many seconds to try again.'),
  'License-Ignored-Fields': header(
    'The fields of the body that nobody knows, with the paths to them, up to 20. They had no effect.',
  ),
  'Idempotency-Replayed': header('`true` if the response is that of an earlier request with the same `Idempotency-Key`.'),
};
const POLAR_ORGANIZATION = {
  name: 'Polar-Organization',
  in: 'header',
  required: false,
  description:
    'Restricts a personal access token to one organization. Responds with 404 if the user is not a member of it, and with 403 if the user has ' +
    'to sign in through its provider, or otherwise than through the provider of another.',
  schema: { type: 'string', format: 'uuid4' },
};

const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Adds what all operations have in common: names, credentials, their errors and headers. */
export function completeOperations({ paths, components, ...document }: OpenAPIObject): OpenAPIObject {
  const complete = (path: string, item: PathItem): PathItem => {
    const operations = METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, completeOperation({ method, path }, operation)]] : [];
    });
    return { ...item, ...Object.fromEntries(operations) };
  };
  return {
    ...document,
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [withSlash(path), complete(path, item)])),
    components: {
      ...components,
      headers: HEADERS as never,
      parameters: { PolarOrganization: POLAR_ORGANIZATION as never },
    },
  };
}

/** Collections that clients of the reference API address without a trailing slash, and what is no collection. */
const WITHOUT_SLASH = new Set([
  '/v1/customer-portal/customer-session',
  '/v1/customer-seats',
  '/v1/customer-portal/members',
  '/v1/customer-portal/seats',
  '/v1/search',
]);

/** All other collections are documented with a trailing slash. Both forms are served. */
const withSlash = (path: string): string =>
  /^\/v1(\/customer-portal|\/bulk)?\/[^/{}]+$/.test(path) && !WITHOUT_SLASH.has(path) ? `${path}/` : path;

/** Where an operation is. */
interface Place {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
}

function completeOperation({ method, path }: Place, operation: Operation): Operation {
  const { operationId, parameters = [], responses, security = [] } = operation;
  const takesUsers = security.some((scheme) => 'pat' in scheme);
  return {
    ...operation,
    operationId: operationName(path, operationId!),
    security,
    parameters: takesUsers ? [...parameters, { $ref: '#/components/parameters/PolarOrganization' }] : parameters,
    responses: withHeaders(
      withTransportErrors(
        withCredentialErrors({ method, path }, withIgnoredFields(withIdempotency(responses, parameters), operation), security),
        operation,
      ),
    ),
  };
}

const response = (description: string, schema: object, more: object = {}) =>
  ({ description, headers: more, content: { 'application/json': { schema: openApi(schema as never) } } }) as never;

function variantsOf(given: Response | undefined): readonly Shape[] {
  const schema = given?.content?.['application/json'].schema;
  return schema ? (schema.anyOf ?? [schema]) : [];
}

function withSuccessHeader(responses: Responses, name: keyof typeof HEADERS): Responses {
  const successful = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, each]) => [status, { ...each, headers: { ...(each as Response).headers, ...headers(name) } }]);
  return { ...responses, ...Object.fromEntries(successful) };
}

/** Adds the header that names ignored fields to an operation whose body is JSON. */
function withIgnoredFields(responses: Responses, { requestBody }: Pick<Operation, 'requestBody'>): Responses {
  const isJson = JSON_TYPE in ((requestBody as { readonly content?: object } | undefined)?.content ?? {});
  return isJson ? withSuccessHeader(responses, 'License-Ignored-Fields') : responses;
}

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const [TOO_LARGE, WRONG_TYPE, LONG_HEADERS] = ['RequestBodyTooLarge', 'UnsupportedMediaType', 'RequestHeadersTooLarge'].map(
  (name) => errorView(name).schema,
) as [object, object, object];

/** Adds what is answered before an operation is reached: to a body that is too large or of another type, and to headers that are too large. */
function withTransportErrors(responses: Responses, { requestBody }: Pick<Operation, 'requestBody'>): Responses {
  const types = Object.keys((requestBody as { readonly content?: object } | undefined)?.content ?? {});
  const ofBody =
    types.length === 0
      ? {}
      : {
          413: response('The body exceeds 1 MiB.', TOO_LARGE),
          // Bytes are taken whatever they are called.
          ...(types.includes(BINARY_TYPE) ? {} : { 415: response(`The body is not ${types.join(' or ')}.`, WRONG_TYPE) }),
        };
  const large = response('The address and the headers exceed 16 KiB.', LONG_HEADERS);
  return { ...ofBody, 431: large, ...responses } as Responses;
}

const KEY_IN_USE = 'A request with the same `Idempotency-Key` is under way.';
const KEY_REUSED = 'The `Idempotency-Key` was used for another request, or is not 1 to 255 characters long.';

/** Adds, to an operation that accepts `Idempotency-Key`, 409 for a key in use, and its meaning to 422 and to success. */
function withIdempotency(responses: Responses, parameters: NonNullable<Operation['parameters']>): Responses {
  if (!parameters.some((each) => 'name' in each && each.name === 'Idempotency-Key')) return responses;
  const own = responses['409'] as Response | undefined;
  const shapes: readonly Shape[] = [...variantsOf(own), errorView('IdempotencyKeyInUse').schema];
  const invalid = responses['422'] as Response | undefined;
  return {
    ...withSuccessHeader(responses, 'Idempotency-Replayed'),
    409: response([own?.description, KEY_IN_USE].filter(Boolean).join(' '), shapes.length > 1 ? { anyOf: shapes } : shapes[0]!),
    422: { ...(invalid ?? response('', ValidationErrorView.schema)), description: `Validation error. ${KEY_REUSED}` } as never,
  };
}

const isPortalScheme = (scheme: object): boolean => 'customer_session' in scheme || 'member_session' in scheme;
/** Schemes of the OpenID provider have errors of their own. */
const isOpenIdScheme = (scheme: object): boolean => Object.keys(scheme).every((name) => name.startsWith('oauth_'));

function withCredentialErrors(place: Place, responses: Responses, security: NonNullable<Operation['security']>): Responses {
  if (security.every(isOpenIdScheme)) return responses;
  if (!security.some(isPortalScheme)) return withSellerCredentialErrors(responses, security);
  return { ...(changesForCustomer(place) ? withReadOnlySession(responses) : responses), 401: unauthorized() };
}

/** Signing out ends the session alone. */
const changesForCustomer = ({ method, path }: Place): boolean =>
  method !== 'get' && path !== '/v1/customer-portal/customer-session';

/** Adds 403 for the session of somebody who only looks at the portal. */
function withReadOnlySession(responses: Responses): Responses {
  const own = responses['403'] as Response | undefined;
  const description = ['The session is read-only.', own?.description].filter(Boolean).join(' ');
  return {
    ...responses,
    403: own ? { ...own, description } : response(description, errorView('NotPermitted').schema),
  } as Responses;
}

const unauthorized = () =>
  response(
    'The credentials are missing, malformed, unknown, expired, revoked or of the wrong kind; `detail` and the `error_description` of the challenge say which.',
    errorView('Unauthorized').schema,
    headers('WWW-Authenticate'),
  );

/** Adds 401, 403 for a missing scope and 404 for an organization that is not accessible. */
function withSellerCredentialErrors(responses: Responses, security: NonNullable<Operation['security']>): Responses {
  const scopes = [...new Set(security.flatMap((scheme) => Object.values(scheme).flat()))].map((scope) => `\`${scope}\``);
  const own = responses['403'] as Response | undefined;
  const shapes: readonly Shape[] = [errorView('NotPermitted').schema, ...variantsOf(own)];
  const distinct = shapes.filter(({ $id }, index) => shapes.findIndex((each) => each.$id === $id) === index);
  const forbidden = [`The token does not have the scope ${scopes.join(' or ')}.`, own?.description].filter(Boolean).join(' ');
  const challenge = headers('WWW-Authenticate');
  return {
    404: response('The organization of `Polar-Organization` is not accessible.', errorView('ResourceNotFound').schema),
    ...responses,
    401: unauthorized(),
    403: response(forbidden, distinct.length > 1 ? { anyOf: distinct } : distinct[0]!, { ...own?.headers, ...challenge }),
  };
}

/**
 * Headers of every response and those of limited operations. If the 429 has `RateLimit`, every response of the operation does; if it
 * has `RateLimit-Policy` only, the others do not. Headers that are too large are not read, so nothing is known of their version or limit.
 */
function withHeaders(responses: Responses): Responses {
  const documented = (responses['429'] as Response | undefined)?.headers ?? {};
  const state = headers('RateLimit', 'RateLimit-Policy');
  const limits = 'RateLimit' in documented ? state : {};
  const ofRefusal = { ...('RateLimit-Policy' in documented ? state : {}), ...headers('Retry-After') };
  const common = (status: string): object =>
    status === '431'
      ? headers('X-Request-Id')
      : { ...headers('X-Request-Id', 'Polar-Version'), ...limits, ...(status === '429' ? ofRefusal : {}) };
  return Object.fromEntries(
    Object.entries(responses).map(([status, each]) => [
      status,
      { ...each, headers: { ...(each as Response).headers, ...common(status) } },
    ]),
  ) as Responses;
}
