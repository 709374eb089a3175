import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keyString } from './load/workload.ts';

const CUSTOMERS = 1_000;
/** The most that one request may issue. */
const KEYS_PER_REQUEST = 1_000;
const CONNECTIONS = 8;
/** More at once would wait longer than a request may on a slow machine. */
const CONNECTIONS_THAT_ISSUE = 2;

const OWNER = ['--name', 'Bench', '--slug', 'bench', '--owner', 'bench@example.com'];

/** The build in a folder, used only through what stays the same between releases: npm scripts, the command line and the HTTP API. */
export class InstalledBuild {
  constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Creates the tables, on a coordinator of Citus divides them, and creates an organization. Returns a token of its owner. */
  async prepare({ isCoordinator = false } = {}): Promise<string> {
    await this.run('npm', ['run', '--silent', 'migrate']);
    if (isCoordinator) await this.run('bin/latchkey', ['distribute', '--yes']);
    const isCurrent = existsSync(join(this.folder, 'bin/latchkey'));
    // Builds before 0.2 have no `latchkey`; their command is `bootstrap`.
    const output = isCurrent
      ? await this.run('bin/latchkey', ['organizations', 'create', ...OWNER])
      : await this.run('npm', ['run', '--silent', 'bootstrap', '--', 'organization', ...OWNER]);
    return /latchkey_pat_\w+/.exec(output)![0];
  }

  private async run(command: string, args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(command, args, { cwd: this.folder, env: { ...process.env, ...this.env } });
    return stdout;
  }
}

interface Created {
  readonly id: string;
}

/** An organization with license keys, and what else can be sold and claimed. */
export interface Seller {
  readonly token: string;
  readonly organizationId: string;
  readonly customerIds: readonly string[];
  /** Brings a license key. */
  readonly productId: string;
  /** Tokens of invitations to seats of one subscription. */
  readonly invitations: readonly string[];
}

/** Prepares an organization through the API of a running build, with so many license keys and invitations. */
export async function prepareSeller(baseUrl: string, token: string, keys: number, invited: number): Promise<Seller> {
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { items } = await call<{ readonly items: readonly Created[] }>('/v1/organizations/');
  const organization_id = items[0]!.id;
  const license = { organization_id, type: 'license_keys', description: 'License', properties: {} };
  const benefit = await call<Created>('/v1/benefits/', license);
  const customerIds = await inParallel(CUSTOMERS, async (n) => {
    const billing_address = { line1: '1 Example Street', postal_code: '12345', city: 'Example', country: 'DE' };
    const customer = {
      organization_id,
      email: `customer-${n}@example.com`,
      name: `Customer ${n}`,
      billing_address,
      metadata: { plan: 'pro' },
    };
    return (await call<Created>('/v1/customers/', customer)).id;
  });
  await inParallel(
    Math.ceil(keys / KEYS_PER_REQUEST),
    async (chunk) => {
      const first = chunk * KEYS_PER_REQUEST;
      const license_keys = Array.from({ length: Math.min(KEYS_PER_REQUEST, keys - first) }, (_, index) => ({
        customer_id: customerIds[(first + index) % CUSTOMERS],
        benefit_id: benefit.id,
        key: keyString(first + index),
        limit_activations: 2_000_000_000,
      }));
      await call('/v1/license-keys/', { license_keys });
    },
    CONNECTIONS_THAT_ISSUE,
  );
  const price = { amount_type: 'fixed', price_currency: 'usd', price_amount: 1_000 };
  const product = await call<Created>('/v1/products/', { organization_id, name: 'License', prices: [price] });
  await call(`/v1/products/${product.id}/benefits`, { benefits: [benefit.id] });
  const seat = {
    amount_type: 'seat_based',
    price_currency: 'usd',
    seat_tiers: { tiers: [{ min_seats: 1, price_per_seat: 100 }] },
  };
  const team = await call<Created>('/v1/products/', {
    organization_id,
    name: 'Team',
    recurring_interval: 'month',
    prices: [seat],
  });
  const sold = { product_id: team.id, customer_id: customerIds[0], seats: invited };
  const { id: subscription_id } = await call<Created>('/v1/subscriptions/', sold);
  const invitations = await inParallel(invited, async (n) => {
    const { id } = await call<Created>('/v1/customer-seats', { subscription_id, email: `seat-${n}@example.com` });
    const path = `/v1/customer-seats/${id}/invitation`;
    return (await call<{ readonly invitation_token: string }>(path, {})).invitation_token;
  });
  return { token, organizationId: organization_id, customerIds, productId: product.id, invitations };
}

async function inParallel<T>(count: number, work: (n: number) => Promise<T>, connections = CONNECTIONS): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const loop = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return results;
}
