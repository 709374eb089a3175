import type { Measurable } from '../bench.ts';
import type { Sent } from '../load/workload.ts';

export interface Identified {
  readonly id: string;
}

export interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly pagination: { readonly total_count: number };
}

const CONNECTIONS = 8;

/** Sends requests to a measured server while data are prepared. */
export class ApiClient {
  constructor(private readonly server: Measurable) {}

  /** The text of the response; throws unless it succeeded. */
  async text({ method, path, token, body }: Sent): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.server.ready}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  async get<T>(path: string, token: string): Promise<T> {
    return JSON.parse(await this.text({ method: 'GET', path, token })) as T;
  }

  async post<T>(path: string, token: string, body: object): Promise<T> {
    return JSON.parse(await this.text({ method: 'POST', path, token, body: JSON.stringify(body) })) as T;
  }
}

/** Runs `work` for 0 to `count - 1`, a few at a time; returns the results in order. */
export async function forEach<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const loop = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  return results;
}
