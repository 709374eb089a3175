import type { AddressInfo } from 'node:net';
import type * as sdk from '@polar-sh/sdk/2026-04';
import type { Polar, PolarOptions } from '@polar-sh/sdk/2026-04';
import { type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import { startApi, type TestApi } from '../support/api.ts';
import { Contract } from '../support/contract.ts';

/** `POLAR_VERSION=2027-01 npm test -- test/client` runs the suites with the client of that version. */
export const VERSION = process.env['POLAR_VERSION'] ?? FIRST_API_VERSION;

/** The clients of all versions have the same operations; what they declare as responses differs. */
const { createPolar, createPolarCore, errors } = (await import(`@polar-sh/sdk/${VERSION}`)) as typeof sdk;

export { errors };

/** A listening API, and the public SDK as its client. */
export interface ListeningApi {
  readonly api: TestApi;
  readonly baseUrl: string;
  /** The SDK with this token. */
  polar(accessToken: string, options?: Partial<PolarOptions>): Polar;
  /** Sends a POST through the core of the SDK: for operations without a method there, and with headers that no method sends. */
  post(path: string, body: object, options?: { accessToken?: string; headers?: Record<string, string> }): Promise<unknown>;
  /** Throws if a response differed from the OpenAPI document, which the SDK does not check itself. */
  assertNoViolations(): void;
  close(): Promise<void>;
}

export async function listen(env: Record<string, string> = {}): Promise<ListeningApi> {
  const api = await startApi(env);
  await api.app.listen(0, '127.0.0.1');
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const contract = Contract.of(api, VERSION as ApiVersion);
  const violations: string[] = [];
  const original = globalThis.fetch;

  globalThis.fetch = async (input, init) => {
    const answer = await original(input, init);
    const request = input instanceof Request ? input : { url: String(input), method: init!.method! };
    const { pathname } = new URL(request.url);
    const text = await answer.clone().text();
    const operation = contract.operationOf(request.method, pathname);
    if (operation.endsWith('/') !== pathname.endsWith('/'))
      violations.push(`${operation} is not where clients look: ${pathname}`);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    const body = text === '' ? undefined : isJson ? (JSON.parse(text) as unknown) : text;
    const answered = { status: answer.status, text, body, headers: Object.fromEntries(answer.headers) };
    violations.push(
      ...contract.violations(operation, answered).map((violation) => `${operation} ${answer.status}: ${violation}`),
    );
    return answer;
  };

  return {
    api,
    baseUrl,
    assertNoViolations: () => {
      const broken = violations.splice(0);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    },
    polar: (accessToken, options) => createPolar({ accessToken, baseUrl, ...options }),
    post: async (path, body, { accessToken = '', headers = {} } = {}) => {
      const core = createPolarCore({ accessToken, baseUrl });
      const [url, init] = core.buildRequest('POST', path, {}, {}, body);
      const withHeaders = { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } };
      return core.parseResponse(await core.sendRequest([url, withHeaders]), 'json', {});
    },
    close: async () => {
      globalThis.fetch = original;
      await api.close();
    },
  };
}

/** The error that the SDK throws. */
export async function refusal(request: Promise<unknown>): Promise<unknown> {
  const outcome = await request.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome === undefined) throw new Error('The request did not fail');
  return outcome;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
