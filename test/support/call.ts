import type { ApiVersion } from '#support/api-versions';
import type { Answer } from './answer.ts';
import type { TestApi } from './api.ts';
import { Contract } from './contract.ts';
import { noteSecret, noteSecretsIn, noteSecretsOfQuery } from './logged-secrets.ts';

export type { Answer };

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

export type Call = (method: Method, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

const isJson = (type: unknown): boolean => String(type).startsWith('application/json');

/** Throws if a response of an operation differs from the OpenAPI document. Other paths and unavailable databases are not described. */
function assertDocumented(api: TestApi, method: Method, url: string, answer: Answer): void {
  if (answer.status >= 500) return;
  const contract = Contract.of(api, answer.headers['polar-version'] as ApiVersion);
  const operation = contract.operationAt(method, url);
  const differences = operation === undefined ? [] : contract.differences(operation, answer);
  if (differences.length > 0) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}: ${differences.join(', ')}`);
}

/**
 * Calls the API with this bearer token, or without credentials. Objects are sent as JSON. Every response is compared with the OpenAPI
 * document.
 */

export const callAs =
  (api: TestApi, token?: string): Call =>
  async (method, url, body, headers = {}) => {
    const injected = await api.app.inject({
      method,
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    endTimerOf(injected.raw.res);
    noteSecretsOf(token, url, body, headers);
    const answer = {
      status: injected.statusCode,
      headers: injected.headers,
      text: injected.body,
      body: injected.body === '' ? undefined : isJson(injected.headers['content-type']) ? injected.json() : injected.body,
    };
    // In a refusal, `code` says why.
    if (answer.status < 400) noteSecretsIn(answer.body);
    assertDocumented(api, method, url, answer);
    return answer;
  };

/** A streamed response without a line keeps the timer of `setTimeout`, which keeps the process. */
const endTimerOf = (response: object): void => clearTimeout((response as { timeoutHandle?: NodeJS.Timeout }).timeoutHandle);

function noteSecretsOf(token: string | undefined, url: string, body: unknown, headers: Record<string, string>): void {
  if (token !== undefined) noteSecret(token);
  noteSecretsOfQuery(url);
  noteSecretsIn(body);
  noteSecretsIn(headers);
}

/** A response without its request id and date, to check that two responses cannot be told apart. */
export const comparable = ({ status, text, headers }: Answer): object => {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, text, headers: others };
};
