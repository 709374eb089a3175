import type { TestApi } from './api.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Any JSON value. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  /** The raw body. */
  readonly text: string;
  /** The parsed JSON body; undefined if it is empty. */
  readonly body: Json;
}

export type Call = (method: Method, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Calls the API with this bearer token, or without credentials. Objects are sent as JSON. */
const isJson = (type: unknown): boolean => String(type).startsWith('application/json');

export const callAs =
  (api: TestApi, token?: string): Call =>
  async (method, url, body, headers = {}) => {
    const answer = await api.app.inject({
      method,
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: answer.body === '' ? undefined : isJson(answer.headers['content-type']) ? answer.json() : answer.body,
    };
  };

/** A response without its request id and date, to check that two responses cannot be told apart. */
export const comparable = ({ status, text, headers }: Answer): object => {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, text, headers: others };
};
