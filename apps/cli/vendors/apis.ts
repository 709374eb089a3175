import { UsageError } from '../../process/index.ts';
import type { Vendor } from './index.ts';
import { VendorApi } from './vendor-api.ts';
import { VendorRecord } from './vendor-record.ts';

/** How everything that a reader takes is asked from the API of a vendor. */
interface ApiOfVendor {
  /** The names of the variables with the token, and with the address if it is not the usual one. */
  readonly token: string;
  readonly address: string;
  readonly url: string;
  /** The name of the variable with the account, if paths have it. */
  readonly account?: string;
  readonly read: (api: VendorApi, account: string) => Promise<readonly unknown[]>;
}

const JSON_API = 'application/vnd.api+json';
const PAGE = 100;

interface PolarPage {
  readonly items: readonly { readonly id: string }[];
  readonly pagination: { readonly max_page: number };
}

async function polarPages(api: VendorApi, path: string): Promise<PolarPage['items']> {
  const items: PolarPage['items'][number][] = [];
  for (let [page, last] = [1, 1]; page <= last; page++) {
    const found = await api.get<PolarPage>(`${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&page=${page}`);
    items.push(...found.items);
    last = found.pagination.max_page;
  }
  return items;
}

/** One request for each license key, as lists of them have no activations. */
async function readPolar(api: VendorApi): Promise<readonly unknown[]> {
  const found: unknown[] = [...(await polarPages(api, '/v1/orders/')), ...(await polarPages(api, '/v1/subscriptions/'))];
  for (const { id } of await polarPages(api, '/v1/license-keys/')) found.push(await api.get(`/v1/license-keys/${id}`));
  for (const { id } of await polarPages(api, '/v1/benefits/?type=license_keys'))
    found.push(...(await polarPages(api, `/v1/benefits/${id}/grants`)));
  return found;
}

interface JsonApiPage {
  readonly data: readonly unknown[];
}

/** The pages of a list of JSON:API. The last one is not full. */
async function jsonApiPages(api: VendorApi, path: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let page = 1; ; page++) {
    const { data } = await api.get<JsonApiPage>(`${path}?page[size]=${PAGE}&page[number]=${page}`, JSON_API);
    found.push(...data);
    if (data.length < PAGE) return found;
  }
}

async function jsonApiLists(api: VendorApi, base: string, lists: readonly string[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const list of lists) found.push(...(await jsonApiPages(api, `${base}/${list}`)));
  return found;
}

interface GumroadPage {
  readonly sales: readonly unknown[];
  readonly next_page_key?: string;
}

async function readGumroad(api: VendorApi): Promise<readonly unknown[]> {
  const sales: unknown[] = [];
  const asked = new Set<string>();
  for (let key: string | undefined = ''; key !== undefined && !asked.has(key);) {
    asked.add(key);
    const page: GumroadPage = await api.get<GumroadPage>(
      key === '' ? '/v2/sales' : `/v2/sales?page_key=${encodeURIComponent(key)}`,
    );
    sales.push(...page.sales);
    key = page.next_page_key;
  }
  return sales;
}

/** The vendors that are asked if no files are named. */
const APIS: Partial<Record<Vendor, ApiOfVendor>> = {
  gumroad: {
    token: 'GUMROAD_ACCESS_TOKEN',
    address: 'GUMROAD_URL',
    url: 'https://api.gumroad.com',
    read: readGumroad,
  },
  keygen: {
    token: 'KEYGEN_TOKEN',
    address: 'KEYGEN_URL',
    url: 'https://api.keygen.sh',
    account: 'KEYGEN_ACCOUNT',
    read: (api, account) =>
      jsonApiLists(api, `/v1/accounts/${encodeURIComponent(account)}`, ['products', 'policies', 'users', 'licenses', 'machines']),
  },
  'lemon-squeezy': {
    token: 'LEMON_SQUEEZY_API_KEY',
    address: 'LEMON_SQUEEZY_URL',
    url: 'https://api.lemonsqueezy.com',
    read: (api) => jsonApiLists(api, '/v1', ['orders', 'subscriptions', 'license-keys', 'license-key-instances']),
  },
  polar: { token: 'POLAR_ACCESS_TOKEN', address: 'POLAR_URL', url: 'https://api.polar.sh', read: readPolar },
};

/** Everything that the reader of the vendor takes, by the API. Throws a `UsageError` if the environment does not say how to ask it. */
export async function askVendor(vendor: Vendor, env: NodeJS.ProcessEnv): Promise<readonly VendorRecord[]> {
  const api = APIS[vendor];
  if (!api) throw new UsageError(`Name the files that ${vendor} exported.`);
  const missing = [api.token, ...(api.account === undefined ? [] : [api.account])].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new UsageError(`Name files, or set ${missing.join(' and ')} in the environment to ask the API of ${vendor}.`);
  const account = { url: (env[api.address] ?? api.url).replace(/\/$/, ''), token: env[api.token]! };
  const resources = await VendorApi.read(account, (asked) => api.read(asked, env[api.account ?? ''] ?? ''));
  return resources.map((each) => VendorRecord.of(each));
}
