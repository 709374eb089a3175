import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Config } from '#platform/config';
import { type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import { describeApi } from '../../apps/openapi/open-api.ts';
import type { TestApi } from './api.ts';
import type { Answer } from './answer.ts';

/** The values of a parameter. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly { readonly [scheme: string]: readonly string[] }[];
  readonly requestBody?: object;
  readonly parameters?: readonly ({ readonly $ref?: string } & Partial<Parameter>)[];
  readonly responses: {
    readonly [status: string]: {
      readonly content?: { readonly [type: string]: { readonly schema: { readonly $ref?: string } } };
      readonly headers?: object;
    };
  };
}

export interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly webhooks: { readonly [kind: string]: object };
  readonly components: {
    readonly schemas: { readonly [name: string]: { readonly [keyword: string]: unknown } };
    readonly parameters: { readonly [name: string]: Parameter };
  };
  readonly tags: readonly { readonly name: string }[];
}

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Operations in the formats of OAuth, with credentials of their own: the suites in test/openid and test/client are about them. */
export const isOfOpenId = (operation: string): boolean => operation.includes(' /v1/oauth2/');

/** Always UTC, always with milliseconds. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Headers that every response has if the document lists them; other documented headers are optional. */
const ALWAYS_SENT = ['X-Request-Id', 'Polar-Version', 'RateLimit', 'RateLimit-Policy', 'Retry-After'];

/** A response of this type has a value on each line. */
const LINES = 'application/x-ndjson';
const CSV = 'text/csv';

/** Responses with these statuses come from the transport, for any operation. Those that are not described have the form of other errors. */
const OF_TRANSPORT = new Set([400, 404, 405, 413, 414, 415, 429, 431]);

/** A request whose body cannot be parsed is not counted against a limit, so its response shows none. */
const UNCOUNTED = 'missing header RateLimit';

const pointer = (...keys: string[]): string =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Adds `additionalProperties: false` to object schemas, so undocumented fields are violations too. */
function withoutAdditionalProperties(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutAdditionalProperties);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutAdditionalProperties(value)]));
  const { type, properties, additionalProperties } = copy;
  const isClosed = type === 'object' && Object.keys(properties ?? {}).length > 0 && additionalProperties === undefined;
  return isClosed ? { ...copy, additionalProperties: false } : copy;
}

/** Which requests an operation answers. */
function routeOf(operation: string) {
  const [method, template] = operation.split(' ') as [string, string];
  const path = template.replace(/\/$/, '').replace(/\{[^}]*\}/g, '[^/]+');
  return { operation, method, parameters: template.split('{').length - 1, pattern: new RegExp(`^${path}$`) };
}

const errorsIn = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);

/** Checks responses and webhooks against the API's own OpenAPI document. */
export class Contract {
  /** Operations by method and path: `POST /v1/license-keys/activate`. */
  readonly operations: ReadonlyMap<string, Operation>;
  private static readonly known = new Map<ApiVersion, Contract>();
  /** The routes of each method; paths with fewer parameters come first. */
  private readonly routes: ReadonlyMap<string, readonly { readonly operation: string; readonly pattern: RegExp }[]>;
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(readonly document: Document) {
    this.operations = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
    );
    this.routes = Map.groupBy(
      [...this.operations.keys()].map(routeOf).toSorted((a, b) => a.parameters - b.parameters),
      ({ method }) => method,
    );
    addFormats.default(this.ajv);
    this.ajv.addFormat('uuid4', UUID4).addFormat('date-time', TIME);
    this.ajv.addSchema(withoutAdditionalProperties(document) as object, 'document');
  }

  /**
   * Every API has the same document of a version. It takes seconds to describe and to compile, so suites of one process share the first
   * one. It is not requested, because a busy machine may need longer than a request may take.
   */
  static of({ app }: TestApi, version: ApiVersion = FIRST_API_VERSION): Contract {
    const known = Contract.known.get(version);
    if (known) return known;
    const contract = new Contract(JSON.parse(JSON.stringify(describeApi(app, app.get(Config).baseUrl, version))) as Document);
    Contract.known.set(version, contract);
    return contract;
  }

  queryParametersOf(operation: string): readonly Parameter[] {
    const parameters = (this.operations.get(operation)?.parameters ?? []).map(({ $ref, ...own }) =>
      $ref ? this.document.components.parameters[$ref.split('/').at(-1)!]! : (own as Parameter),
    );
    return parameters.filter(({ in: place }) => place === 'query');
  }

  /** The operation that a request is routed to; path parameters, query and trailing slash are ignored. Undefined if there is none. */
  operationAt(method: string, url: string): string | undefined {
    const path = url.replace(/\?.*$/, '').replace(/\/$/, '');
    return this.routes.get(method)?.find(({ pattern }) => pattern.test(path))?.operation;
  }

  /** The same; throws if there is none. */
  operationOf(method: string, url: string): string {
    const name = this.operationAt(method, url);
    if (name === undefined) throw new Error(`The document has no operation for ${method} ${url}`);
    return name;
  }

  /** The differences that a response to any request may not have: whatever was sent, and whether or not the operation was reached. */
  differences(operation: string, answer: Answer): string[] {
    const { status, body } = answer;
    if (this.operations.get(operation)?.responses[status] || !OF_TRANSPORT.has(status)) {
      return this.violations(operation, answer).filter((violation) => !violation.startsWith(UNCOUNTED));
    }
    const isError = typeof body?.error === 'string' && typeof body.detail === 'string';
    return isError ? [] : [`an undocumented response ${status}`];
  }

  /** Every difference between the response and the document; empty if there is none. */
  violations(operation: string, { status, text, body, headers }: Pick<Answer, 'status' | 'text' | 'body' | 'headers'>): string[] {
    const response = this.operations.get(operation)?.responses[status];
    if (!response) return [`${operation} has no documented response ${status}`];
    const expected = ALWAYS_SENT.filter((name) => name in (response.headers ?? {}));
    const missing = expected.filter((name) => !headers[name.toLowerCase()]).map((name) => `missing header ${name}`);
    if (!response.content) return text === '' ? missing : [...missing, `an undocumented body: ${text}`];
    const type = String(headers['content-type']);
    const documented = Object.keys(response.content).find((each) => type.startsWith(each));
    if (documented === undefined) return [...missing, `content type ${type}`];
    if (documented === CSV) return missing;
    const validate = this.validatorOf(operation, status, documented, response.content[documented]!.schema);
    const values: unknown[] =
      documented === LINES
        ? text
            .trimEnd()
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
        : [body];
    return [...missing, ...values.flatMap((value) => errorsIn(validate, value))];
  }

  /** Every difference between the body of a webhook and the document; empty if there is none. */
  webhookViolations(body: { readonly type: string }): string[] {
    if (!(body.type in this.document.webhooks)) return [`${body.type} is not a documented webhook`];
    return errorsIn(
      this.validatorAt(`#${pointer('webhooks', body.type, 'post', 'requestBody', 'content', 'application/json', 'schema')}`),
      body,
    );
  }

  /** Many responses have the same schema, such as that of an error; it is compiled once. */
  private validatorOf(operation: string, status: number, type: string, schema: { readonly $ref?: string }): ValidateFunction {
    const [method, path] = operation.split(' ') as [string, string];
    const own = pointer('paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema');
    return this.validatorAt(schema.$ref ?? `#${own}`);
  }

  private validatorAt(address: string): ValidateFunction {
    const $ref = `document${address}`;
    const validator = this.compiled.get($ref) ?? this.ajv.compile({ $ref });
    this.compiled.set($ref, validator);
    return validator;
  }
}
