import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { refusalOf } from '../connection/call-service.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { ServiceUnreachable } from '../exit-codes.ts';
import { VendorRecord } from './vendor-record.ts';

/** An account at Polar, or at another service with its API. */
export interface PolarAccount {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
}

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly pagination: { readonly max_page: number };
}

/** Polar refuses for up to a minute whoever asks too often. */
const RETRY = { methods: ['GET' as const], statusCodes: [429, 502, 503, 504], maxRetries: 10, maxTimeout: 60_000 };

/** Everything that `readPolar` reads, by the API: one request for each license key, as lists of them have no activations. */
export async function polarRecords(account: PolarAccount): Promise<readonly VendorRecord[]> {
  const agent = new Agent();
  try {
    const api = new PolarApi(account, agent.compose(interceptors.retry(RETRY)));
    const found: unknown[] = [...(await api.list('/v1/orders/')), ...(await api.list('/v1/subscriptions/'))];
    for (const { id } of await api.list('/v1/license-keys/')) found.push(await api.get(`/v1/license-keys/${id}`));
    for (const { id } of await api.list('/v1/benefits/?type=license_keys'))
      found.push(...(await api.list(`/v1/benefits/${id}/grants`)));
    return found.map((each) => VendorRecord.of(each));
  } finally {
    await agent.close();
  }
}

class PolarApi {
  constructor(
    private readonly account: PolarAccount,
    private readonly dispatcher: Dispatcher,
  ) {}

  async list(path: string): Promise<Page['items']> {
    const items: Page['items'][number][] = [];
    for (let [page, last] = [1, 1]; page <= last; page++) {
      const found = (await this.get(`${path}${path.includes('?') ? '&' : '?'}limit=100&page=${page}`)) as Page;
      items.push(...found.items);
      last = found.pagination.max_page;
    }
    return items;
  }

  async get(path: string): Promise<unknown> {
    const { account, dispatcher } = this;
    const headers = { authorization: `Bearer ${account.token}` };
    const { statusCode, body } = await request(`${account.url}${path}`, { headers, dispatcher }).catch((error: unknown) => {
      throw new ServiceUnreachable(`${account.url} does not answer (${reasonOf(error)}).`);
    });
    if (statusCode !== 200) throw refusalOf(account.url, statusCode, await body.text());
    return body.json();
  }
}
