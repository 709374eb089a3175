import createClient, { type Client } from 'openapi-fetch';
import { ApiProblem } from './problem.ts';
import type { components, paths } from './schema.d.ts';

export type Api = Client<paths>;
/** As openapi-fetch types responses: without fields that are always null. */
type Readable<Value> = Value extends readonly (infer Item)[]
  ? Readable<Item>[]
  : Value extends object
    ? { [Key in keyof Value as [NonNullable<Value[Key]>] extends [never] ? never : Key]: Readable<Value[Key]> }
    : Value;
/** A schema of the API by its name: `Schema<'PortalLicenseKey'>`. */
export type Schema<Name extends keyof components['schemas']> = Readable<components['schemas'][Name]>;

/** The API below the address of the pages, with the session that the browser's cookie stands for. */
export const createApi = (base: string, send?: (request: Request) => Promise<Response>): Api =>
  createClient<paths>({ baseUrl: `${base}/api`, credentials: 'same-origin', ...(send && { fetch: send }) });

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful response. Throws `ApiProblem` for any other. */
export async function answer<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? cause : ApiProblem.unreachable();
  });
  if (!response.ok) throw ApiProblem.from(response, error);
  return data as Data;
}

/** The header of a request that must not be carried out twice. A form keeps it until it has succeeded. */
export const newIdempotencyKey = (): string => crypto.randomUUID();
