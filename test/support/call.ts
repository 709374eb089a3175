import type { TestApi } from './api.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** What JSON says, of any shape. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  /** The body as it was sent. */
  readonly text: string;
  /** The body as JSON; undefined where there is none. */
  readonly body: Json;
}

export type Call = (method: Method, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Calls the API with this bearer token, or without one. A body that is an object is sent as JSON. */
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
      body: answer.body === '' ? undefined : answer.json(),
    };
  };
