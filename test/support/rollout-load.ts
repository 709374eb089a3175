import { randomUUID } from 'node:crypto';
import type { Answer } from './call.ts';
import { eventually } from './eventually.ts';
import { noteSecret } from './logged-secrets.ts';

type Body = Answer['body'];

const LANES = 3;
/** On a machine that does other things too. */
const MOST_SECONDS = 240;
const LISTS = ['license-keys', 'orders', 'customers', 'events', 'benefit-grants', 'customer-meters', 'subscriptions', 'products'];

/** A seller whose customers buy, use and list without a pause, at whichever addresses serve at that moment. */
export class RolloutLoad implements AsyncDisposable {
  /** Requests that were not answered as they should. */
  readonly failures: string[] = [];
  orders = 0;
  private addresses: readonly string[];
  private rounds = 0;
  private next = 0;
  private isOver = false;
  private lanes: Promise<unknown> = Promise.resolve();

  private constructor(
    address: string,
    private readonly token: string,
    private readonly organizationId: string,
  ) {
    this.addresses = [address];
  }

  /** Starts once the first license key has been issued. */
  static async start(address: string, token: string, organizationId: string): Promise<RolloutLoad> {
    noteSecret(token);
    const load = new RolloutLoad(address, token, organizationId);
    const own = { organization_id: organizationId };
    const create = (what: string, body: Body) => load.call('POST', `/v1/${what}/`, { ...own, ...body });
    const activations = { limit: 100_000, enable_customer_admin: false };
    const benefit = await create('benefits', { type: 'license_keys', description: 'A key', properties: { activations } });
    await create('meters', { name: 'Calls', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } });
    const prices = [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }];
    const product = await create('products', { name: 'Pro', recurring_interval: null, prices });
    await load.call('POST', `/v1/products/${product.id}/benefits`, { benefits: [benefit.id] });
    const customer = await create('customers', { email: 'ada@example.com' });
    if (load.failures.length > 0) throw new Error(load.failures.join('\n'));
    await load.buy(product.id, customer.id);
    await eventually(async () => (await load.keys())['pagination'].total_count > 0, MOST_SECONDS);
    const key = await load.call('GET', `/v1/license-keys/${(await load.keys())['items'][0].id}`);
    load.lanes = Promise.all(Array.from({ length: LANES }, () => load.lane(product.id, customer.id, key['key'])));
    return load;
  }

  /** From now on, requests go to these addresses in turn. */
  goTo(...addresses: readonly string[]): void {
    this.addresses = addresses;
  }

  /** Waits until each kind of request has begun and ended this many times more. */
  async go(rounds: number): Promise<void> {
    const enough = this.rounds + rounds + LANES;
    await eventually(() => this.rounds >= enough || this.failures.length > 0, MOST_SECONDS);
  }

  /** The issued license keys. */
  keys(): Promise<Body> {
    return this.call('GET', '/v1/license-keys/?limit=1');
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.lanes;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  private async lane(productId: string, customerId: string, key: string): Promise<void> {
    const device = { key, organization_id: this.organizationId };
    while (!this.isOver) {
      await this.buy(productId, customerId);
      const { id } = await this.call('POST', '/v1/customer-portal/license-keys/activate', { ...device, label: 'laptop' });
      await this.call('POST', '/v1/customer-portal/license-keys/validate', { ...device, activation_id: id, increment_usage: 1 });
      await this.call('POST', '/v1/customer-portal/license-keys/deactivate', { ...device, activation_id: id });
      const events = [{ name: `call-${randomUUID()}`, customer_id: customerId, organization_id: this.organizationId }];
      await this.call('POST', '/v1/events/ingest', { events });
      await Promise.all(LISTS.map((list) => this.call('GET', `/v1/${list}/`)));
      this.rounds += 1;
    }
  }

  private async buy(product_id: string, customer_id: string): Promise<void> {
    await this.call('POST', '/v1/orders/', { product_id, customer_id });
    this.orders += 1;
  }

  private async call(method: string, path: string, body?: Body): Promise<Body> {
    const address = this.addresses[this.next++ % this.addresses.length]!;
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    try {
      const response = await fetch(`${address}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      const text = await response.text();
      if (!response.ok) this.failures.push(`${method} ${path}: ${response.status} ${text}`);
      return text === '' ? {} : JSON.parse(text);
    } catch (error) {
      this.failures.push(`${method} ${path}: ${String(error)} ${String((error as Error).cause)}`);
      return {};
    }
  }
}
