import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keyString } from './load/workload.ts';

const CUSTOMERS = 1_000;
/** The most that one request may issue. */
const KEYS_PER_REQUEST = 1_000;
const CONNECTIONS = 8;

const OWNER = ['--name', 'Bench', '--slug', 'bench', '--owner', 'bench@example.com'];

/** The build in a folder, used only through what stays the same between releases: npm scripts, the command line and the HTTP API. */
export class InstalledBuild {
  constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Creates the tables and an organization. Returns a token of its owner. */
  async prepare(): Promise<string> {
    await this.run('npm', ['run', '--silent', 'migrate']);
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

/** Issues license keys through the API of a running build; returns the organization that they belong to. */
export async function issueKeys(baseUrl: string, token: string, keys: number): Promise<string> {
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
  await inParallel(Math.ceil(keys / KEYS_PER_REQUEST), async (chunk) => {
    const first = chunk * KEYS_PER_REQUEST;
    const license_keys = Array.from({ length: Math.min(KEYS_PER_REQUEST, keys - first) }, (_, index) => ({
      customer_id: customerIds[(first + index) % CUSTOMERS],
      benefit_id: benefit.id,
      key: keyString(first + index),
      limit_activations: 2_000_000_000,
    }));
    await call('/v1/license-keys/', { license_keys });
  });
  return organization_id;
}

async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const loop = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  return results;
}
