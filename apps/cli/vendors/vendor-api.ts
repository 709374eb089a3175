import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { refusalOf } from '../connection/call-service.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { ServiceUnreachable } from '../exit-codes.ts';

/** An account at a vendor, or at another service with its API. */
export interface VendorAccount {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
}

/** Vendors refuse for up to a minute whoever asks too often. */
const RETRY = { methods: ['GET' as const], statusCodes: [429, 502, 503, 504], maxRetries: 10, maxTimeout: 60_000 };

/** Asks the API of a vendor. */
export class VendorApi {
  private constructor(
    private readonly account: VendorAccount,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Everything that `read` finds. The connections are closed afterwards. */
  static async read<T>(account: VendorAccount, read: (api: VendorApi) => Promise<T>): Promise<T> {
    const agent = new Agent();
    try {
      return await read(new VendorApi(account, agent.compose(interceptors.retry(RETRY))));
    } finally {
      await agent.close();
    }
  }

  async get<T>(path: string, accept = 'application/json'): Promise<T> {
    const { account, dispatcher } = this;
    const headers = { authorization: `Bearer ${account.token}`, accept };
    const { statusCode, body } = await request(`${account.url}${path}`, { headers, dispatcher }).catch((error: unknown) => {
      throw new ServiceUnreachable(`${account.url} does not answer (${reasonOf(error)}).`);
    });
    const text = await body.text();
    if (statusCode !== 200) throw refusalOf(account.url, statusCode, text);
    return parsed(account, text) as T;
  }
}

function parsed({ url }: VendorAccount, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServiceUnreachable(`${url} does not answer as an API (${reasonOf(error)}).`);
  }
}
