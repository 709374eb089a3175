/** What is wrong with a field: the kind of it, the words of the service, and the values that they contain. */
export interface FieldIssue {
  readonly type: string;
  readonly msg: string;
  readonly ctx: Readonly<Record<string, unknown>>;
}

/** A response of the API that is not a success, or none at all: then `status` is 0. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly status: number,
    /** The name of the error, such as `ResourceNotFound`. */
    readonly code: string,
    readonly detail: string,
    readonly requestId: string | null,
    /** What is wrong with fields of a form, by their names: `billing_address.country`. */
    readonly fields: Readonly<Record<string, FieldIssue>>,
    readonly retryAfterSeconds: number | null,
  ) {
    super(detail);
  }

  static readonly unreachable = (): ApiProblem => new ApiProblem(0, 'Unreachable', '', null, {}, null);

  static from(response: Response, body: unknown): ApiProblem {
    const { error, detail } = (body ?? {}) as { error?: string; detail?: unknown };
    const fields = fieldsOf(detail);
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new ApiProblem(
      response.status,
      error ?? 'Error',
      typeof detail === 'string'
        ? detail
        : Object.values(fields)
            .map(({ msg }) => msg)
            .join(' '),
      response.headers.get('x-request-id'),
      fields,
      Number.isFinite(retryAfter) ? retryAfter : null,
    );
  }
}

/** A problem that a form shows at its fields. */
export const fieldsProblem = (fields: ApiProblem['fields']): ApiProblem => new ApiProblem(422, 'Invalid', '', null, fields, null);

/** A problem that a form shows at a field, in the words of the page. */
export const fieldProblem = (field: string, msg: string): ApiProblem =>
  fieldsProblem({ [field]: { type: 'page', msg, ctx: {} } });

interface Issue extends Omit<FieldIssue, 'ctx'> {
  readonly loc: readonly (string | number)[];
  readonly ctx?: FieldIssue['ctx'];
}

const PARTS = new Set(['body', 'query', 'path']);

function fieldsOf(detail: unknown): Record<string, FieldIssue> {
  if (!Array.isArray(detail)) return {};
  const issues = (detail as Issue[]).map(({ loc, type, msg, ctx = {} }) => {
    const names = PARTS.has(String(loc[0])) ? loc.slice(1) : loc;
    return [names.join('.'), { type, msg, ctx }] as const;
  });
  return Object.fromEntries(issues);
}
