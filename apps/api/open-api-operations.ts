import type { OpenAPIObject } from '@nestjs/swagger';
import { openApi, refusalView } from '#platform/http';

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

const word = (text: string) => ({ description: text, schema: { type: 'string' } });
const HEADERS = {
  'X-Request-Id': word('The id of this request, for questions about it'),
  'Polar-Version': word('The version that was used'),
  'WWW-Authenticate': word('What would be needed: the realm, the kind of error, the scopes'),
  RateLimit: word('How often it still answers (`r`), and in how many seconds (`t`) each window of the policy begins anew'),
  'RateLimit-Policy': word('How often it answers one client (`q`) in how many seconds (`w`)'),
  'Retry-After': word('In how many seconds it answers again'),
};
const POLAR_ORGANIZATION = {
  name: 'Polar-Organization',
  in: 'header',
  required: false,
  description: 'Narrows a personal access token to one organization. One that the token does not reach is a 404.',
  schema: { type: 'string', format: 'uuid4' },
};

const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** What operations have in common, so that no controller says it: names, credentials and their refusals, headers. */
export function completeOperations({ paths, components, ...document }: OpenAPIObject): OpenAPIObject {
  const complete = (path: string, item: PathItem): PathItem => {
    const operations = METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, completeOperation(path, operation)]] : [];
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

/** Collections whose path ends without a slash, as clients send it. */
const WITHOUT_SLASH = new Set(['/v1/customer-seats', '/v1/customer-portal/members', '/v1/customer-portal/seats']);

/** The path of any other collection ends in one; both forms work. */
const withSlash = (path: string): string =>
  /^\/v1(\/customer-portal)?\/[^/{}]+$/.test(path) && !WITHOUT_SLASH.has(path) ? `${path}/` : path;

function completeOperation(path: string, operation: Operation): Operation {
  const { operationId, parameters = [], responses, security = [] } = operation;
  const takesUsers = security.some((scheme) => 'pat' in scheme);
  return {
    ...operation,
    operationId: nameOf(path, operationId!),
    parameters: takesUsers ? [...parameters, { $ref: '#/components/parameters/PolarOrganization' }] : parameters,
    responses: withHeaders(refusing(responses, security)),
  };
}

const snake = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');

/** `license_keys.activate`, `customer_portal.license_keys.activate`, `customers.get_external`. */
function nameOf(path: string, method: string): string {
  const [first, second] = path.split('/').filter((part) => part !== '' && part !== 'v1' && !part.startsWith('{'));
  const area = first === 'customer-portal' ? `${first}.${second}` : first;
  return snake(`${area}.${method}${path.includes('/external/') ? 'External' : ''}`);
}

const response = (description: string, schema: object, more: object = {}) =>
  ({ description, headers: more, content: { 'application/json': { schema: openApi(schema as never) } } }) as never;

function variantsOf(given: Response | undefined): readonly Shape[] {
  const schema = given?.content?.['application/json'].schema;
  return schema ? (schema.anyOf ?? [schema]) : [];
}

const isOfPortal = (scheme: object): boolean => 'customer_session' in scheme || 'member_session' in scheme;

function refusing(responses: Responses, security: NonNullable<Operation['security']>): Responses {
  if (security.length === 0) return responses;
  return security.some(isOfPortal) ? { ...responses, 401: unauthorized() } : withCredentialRefusals(responses, security);
}

const unauthorized = () =>
  response('No, bad, expired or the wrong kind of credentials.', refusalView('Unauthorized').schema, headers('WWW-Authenticate'));

/** 401, 403 for the scope beside what the operation itself forbids, and 404 for the organization that was asked for. */
function withCredentialRefusals(responses: Responses, security: NonNullable<Operation['security']>): Responses {
  const scopes = [...new Set(security.flatMap((scheme) => Object.values(scheme).flat()))].map((scope) => `\`${scope}\``);
  const own = responses['403'] as Response | undefined;
  const shapes: readonly Shape[] = [refusalView('NotPermitted').schema, ...variantsOf(own)];
  const distinct = shapes.filter(({ $id }, index) => shapes.findIndex((each) => each.$id === $id) === index);
  const forbidden = [`Needs the scope ${scopes.join(' or ')}.`, own?.description].filter(Boolean).join(' ');
  const challenge = headers('WWW-Authenticate');
  return {
    404: response('The organization of `Polar-Organization` is not within reach.', refusalView('ResourceNotFound').schema),
    ...responses,
    401: unauthorized(),
    403: response(forbidden, distinct.length > 1 ? { anyOf: distinct } : distinct[0]!, { ...own?.headers, ...challenge }),
  };
}

/** Those that every answer carries, and those of operations that do not answer as often as one likes. */
function withHeaders(responses: Responses): Responses {
  const limits = '429' in responses ? headers('RateLimit', 'RateLimit-Policy') : {};
  const common = (status: string): object => ({
    ...headers('X-Request-Id', 'Polar-Version'),
    ...limits,
    ...(status === '429' ? headers('Retry-After') : {}),
  });
  return Object.fromEntries(
    Object.entries(responses).map(([status, each]) => [
      status,
      { ...each, headers: { ...(each as Response).headers, ...common(status) } },
    ]),
  ) as Responses;
}
