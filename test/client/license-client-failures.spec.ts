import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '#platform/config';
import { type ClientOptions, LicenseClient, MemoryStorage, type Storage } from '../../packages/client/src/index.ts';
import { FileStorage } from '../../packages/client/src/node.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const OFFLINE = { leaseSeconds: 24 * 3600, graceSeconds: 3600, maxOfflineDevices: 1000 };
const FIRST_STARTS = 1000;
const PROCESSES = 6;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

let fixture: LicenseFixture;
let folder: string;
let base: Pick<ClientOptions, 'url' | 'issuer' | 'organizationId' | 'rootKey' | 'sleep' | 'attempts'>;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  folder = await mkdtemp(join(tmpdir(), 'latchkey-client-'));
  const key = await keyFor();
  await fixture.anonymous('POST', '/v1/customer-portal/license-keys/lease', { ...named(key), label: 'first' });
  const organizationId = fixture.ours.organization.id;
  const { body } = await fixture.anonymous('GET', `/.well-known/latchkey/${organizationId}/jwks.json`);
  const issuer = fixture.api.app.get(Config).baseUrl;
  base = {
    url: await fixture.api.app.getUrl(),
    issuer,
    organizationId,
    rootKey: body.root.x,
    sleep: async () => {},
    attempts: 2,
  };
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

const named = ({ key, organization_id }: SeededLicenseKey) => ({ key, organization_id });

async function keyFor(limit = 1, prefix: string | null = null): Promise<SeededLicenseKey> {
  const terms = { prefix, activations: { limit, enableCustomerAdmin: true }, offline: OFFLINE };
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, terms);
  return fixture.key({ benefit_id: benefit.id });
}

const open = (options: Partial<ClientOptions> = {}): LicenseClient => new LicenseClient({ ...base, ...options });
const activationsOf = async (key: SeededLicenseKey): Promise<number> => (await fixture.read(key)).activations.length;

/** Storage without an exclusive creation, as an application may write it. */
const plain = (storage: Storage): Storage => ({
  read: (name) => storage.read(name),
  write: (name, text) => storage.write(name, text),
  remove: (name) => storage.remove(name),
});

describe('one device', () => {
  test('however two first starts meet, there is one device ID', async () => {
    const histories = await Promise.all(
      Array.from({ length: FIRST_STARTS }, async (_, n) => {
        const memory = new MemoryStorage();
        const shared = n % 2 === 0 ? memory : plain(memory);
        const clients = n % 4 < 2 ? [open({ storage: shared }), open({ storage: shared })] : [open({ storage: memory })];
        const asked = clients.flatMap((client) => [
          client.check().then(() => client.deviceId()),
          client.deviceId(),
          client.deviceId(),
        ]);
        return new Set(await Promise.all(asked)).size;
      }),
    );
    expect(new Set(histories)).toEqual(new Set([1]));
  });

  test('two clients over files of one folder agree, from the start or after damage', async () => {
    for (const [n, damage] of [null, '', '{"half', 'null', '[]', '{"id":""}'].entries()) {
      const place = join(folder, `shared-${n}`);
      if (damage !== null) await new FileStorage(place).write('device', damage);
      const ids = await Promise.all(Array.from({ length: 8 }, () => open({ storage: new FileStorage(place) }).deviceId()));
      expect([new Set(ids).size, await open({ storage: new FileStorage(place) }).deviceId()]).toEqual([1, ids[0]]);
    }
  });

  test('two activations at once, of a client or of clients, take one slot, and the lease is usable after a restart', async () => {
    const storages = [new MemoryStorage(), plain(new MemoryStorage()), new FileStorage(join(folder, 'effects'))];
    for (const storage of storages) {
      const key = await keyFor();
      const [client, other] = [open({ storage }), open({ storage })];
      const activated = await Promise.all([client, client, other].map((each) => each.activate(key.key, { label: 'pc' })));
      expect(new Set(activated.map((each) => each.outcome === 'ok' && each.activationId)).size).toBe(1);
      expect(await client.lease()).toMatchObject({ outcome: 'ok' });
      expect([await open({ storage }).check(), await activationsOf(key)]).toEqual([expect.objectContaining({ usable: true }), 1]);
    }
  });

  test('a damaged or lost record of the device burns no slot', async () => {
    const key = await keyFor();
    const storage = new MemoryStorage();
    await open({ storage }).activate(key.key, { label: 'pc' });
    await open({ storage }).lease();
    for (const damage of ['', '{"half', 'null', null]) {
      await (damage === null ? storage.remove('device') : storage.write('device', damage));
      expect(await open({ storage }).check()).toMatchObject({ usable: true });
      expect(await open({ storage }).activate(key.key, { label: 'pc' })).toMatchObject({ outcome: 'ok' });
    }
    expect(await activationsOf(key)).toBe(1);
  });

  test('processes that start at the same moment take one slot', async () => {
    const key = await keyFor();
    const place = join(folder, 'processes');
    const program = `
      const { LicenseClient } = await import(${JSON.stringify(join(import.meta.dirname, '../../packages/client/src/index.ts'))});
      const { FileStorage } = await import(${JSON.stringify(join(import.meta.dirname, '../../packages/client/src/node.ts'))});
      const { key, place, ...options } = JSON.parse(process.argv[1]);
      const client = new LicenseClient({ ...options, storage: new FileStorage(place) });
      process.stdin.once('data', async () => {
        const { outcome } = await client.activate(key, { label: 'pc' });
        process.stdout.write(outcome + ' ' + (await client.deviceId()), () => process.exit());
      });
      process.stdout.write('ready ');`;
    const started = Array.from({ length: PROCESSES }, () => {
      const options = JSON.stringify({ ...base, key: key.key, place });
      const child = spawn(process.execPath, [
        '--experimental-transform-types',
        '--no-warnings',
        '--input-type=module',
        '-e',
        program,
        options,
      ]);
      let output = '';
      child.stdout.on('data', (text) => void (output += text));
      return { child, ended: once(child, 'close').then(() => output), ready: once(child.stdout, 'data') };
    });
    await Promise.all(started.map(({ ready }) => ready));
    for (const { child } of started) child.stdin.end('go');
    const outputs = new Set(await Promise.all(started.map(({ ended }) => ended)));
    expect([...outputs]).toEqual([expect.stringMatching(/^ready ok [\da-f-]{36}$/)]);
    expect(await activationsOf(key)).toBe(1);
  });
});

describe('nothing is forgotten before its successor is stored', () => {
  /** An application with a lease, whose storage and network fail when they are told to. */
  async function licensed(limit = 1) {
    const memory = new MemoryStorage();
    const fails = { writes: false, network: false };
    const storage: Storage = {
      read: (name) => memory.read(name),
      create: (name, text) => memory.create(name, text),
      remove: (name) => memory.remove(name),
      write: async (name, text) => {
        if (fails.writes) throw new Error('ENOSPC');
        await memory.write(name, text);
      },
    };
    const old = await keyFor(limit);
    const network = { isDown: false, sent: 0 };
    const client = open({
      storage,
      fetch: async (...request) => {
        if (fails.network) throw new TypeError('fetch failed');
        network.sent += 1;
        return fetch(...request);
      },
    });
    await client.activate(old.key, { label: 'pc' });
    await client.lease();
    const isUsable = async (): Promise<boolean> => (await client.check()).usable && (await open({ storage }).check()).usable;
    return { client, storage, fails, network, old, isUsable };
  }

  test('another key that is refused, or a network that is down, leaves the license that works', async () => {
    const { client, fails, isUsable } = await licensed();
    expect(await client.activate('NO-SUCH-KEY-123456', { label: 'pc' })).toMatchObject({ outcome: 'refused', code: 'NOT_FOUND' });
    expect(await isUsable()).toBe(true);
    fails.network = true;
    expect(await client.activate((await keyFor()).key, { label: 'pc' })).toMatchObject({ outcome: 'unavailable' });
    expect(await isUsable()).toBe(true);
  });

  test('a full disk is noticed before a slot is taken, and the license that works stays', async () => {
    const { client, fails, network, isUsable } = await licensed();
    const next = await keyFor();
    const { sent } = network;
    fails.writes = true;
    await expect(client.activate(next.key, { label: 'pc' })).rejects.toThrow('ENOSPC');
    expect([network.sent, await activationsOf(next), await isUsable()]).toEqual([sent, 0, true]);
  });

  test('after each write the license works, also if the process ends there', async () => {
    const { client, storage, isUsable, old } = await licensed();
    const next = await keyFor();
    const usable: boolean[] = [];
    const write = storage.write;
    storage.write = async (name, text) => {
      await write(name, text);
      usable.push((await open({ storage }).check()).usable);
    };
    expect(await client.activate(next.key, { label: 'pc' })).toMatchObject({ outcome: 'ok' });
    expect(await client.check()).toMatchObject({ usable: true, refreshDue: true, lease: { licenseKeyId: old.id } });
    expect((await client.refresh()).renewal).toMatchObject({ outcome: 'ok' });
    expect(await client.check()).toMatchObject({ usable: true, lease: { licenseKeyId: next.id } });
    expect([new Set(usable), await isUsable()]).toEqual([new Set([true]), true]);
  });

  test('the same key entered again changes nothing', async () => {
    const { client, old, isUsable } = await licensed();
    expect(await client.activate(`  ${old.key}\n`, { label: 'pc' })).toMatchObject({ outcome: 'ok' });
    expect([await isUsable(), await activationsOf(old)]).toEqual([true, 1]);
  });

  test('a device that was removed is activated again with the stored key', async () => {
    // Its lease holds the slot of the activation that was removed.
    const { client, old } = await licensed(2);
    const { activations } = await fixture.read(old);
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...named(old), activation_id: activations[0].id });
    expect(await client.lease()).toMatchObject({ outcome: 'refused', code: 'ACTIVATION_NOT_FOUND' });
    expect(await client.reactivate()).toMatchObject({ outcome: 'ok' });
    expect(await client.lease()).toMatchObject({ outcome: 'ok', license: { usable: true } });
    expect((await fixture.read(old)).activations).toMatchObject([{ label: 'pc' }]);
    expect(await open().reactivate()).toEqual({ outcome: 'not_activated' });
  });
});

describe('what a key is for', () => {
  test('a key of another benefit takes no slot, and makes nothing usable', async () => {
    const [cheap, suite] = [await keyFor(1, 'CHEAP'), await keyFor(1, 'SUITE')];
    const benefitIds = [suite.benefit_id as string];
    const app = open({ benefitIds });
    expect(await app.activate(cheap.key, { label: 'pc' })).toMatchObject({ outcome: 'refused', code: 'BENEFIT_MISMATCH' });
    expect([await activationsOf(cheap), await app.check()]).toEqual([0, { usable: false, reason: 'no_lease' }]);

    const storage = new MemoryStorage();
    const other = open({ storage });
    await other.activate(cheap.key, { label: 'pc' });
    await other.lease();
    const copied = open({ storage, benefitIds });
    expect([await copied.check(), await copied.lease(), await copied.validate()]).toEqual([
      { usable: false, reason: 'wrong_benefit' },
      { outcome: 'untrusted', fault: 'wrong_benefit' },
      { outcome: 'untrusted', fault: 'wrong_benefit' },
    ]);
    expect((await other.check()).usable).toBe(true);
  });

  test('one of several benefits is enough, also by file', async () => {
    const key = await keyFor();
    const app = open({ benefitIds: [randomUUID(), key.benefit_id as string] });
    expect(await app.activate(key.key, { label: 'pc' })).toMatchObject({ outcome: 'ok' });
    expect([await app.validate(), await app.lease(), await activationsOf(key)]).toMatchObject([
      { outcome: 'ok' },
      { outcome: 'ok' },
      1,
    ]);

    const wrong = open({ benefitIds: [randomUUID()] });
    const request = await wrong.offline.request({ label: 'pc' });
    const filed = await keyFor();
    const { text } = await fixture.seller('POST', `/v1/license-keys/${filed.id}/offline-activation`, { request });
    expect(await wrong.offline.importLease(text)).toEqual({ outcome: 'untrusted', fault: 'wrong_benefit' });
  });
});

describe('a wrong clock', () => {
  const WRONG = { '90 s behind': -90, '5 min behind': -5 * MINUTE, '1 h behind': -HOUR, '1 day behind': -DAY };
  const FAR = { '50 years behind': -50 * YEAR, '1 h ahead': HOUR, '8 days ahead': 8 * DAY };
  test.each(Object.entries({ ...WRONG, ...FAR }))(
    '%s is no wrong license online, nor after a restart without a network',
    async (_, by) => {
      const key = await keyFor();
      const storage = new MemoryStorage();
      const now = (): number => Date.now() + by * 1000;
      const app = open({ storage, now });
      await app.activate(key.key, { label: 'pc' });
      expect(await app.lease()).toMatchObject({ outcome: 'ok', license: { usable: true, state: 'valid' } });
      expect(await app.refresh()).toMatchObject({ license: { usable: true } });
      expect(await app.validate()).toMatchObject({ outcome: 'ok' });
      const offline = open({ storage, now, fetch: () => Promise.reject(new TypeError('fetch failed')) });
      expect(await offline.check()).toMatchObject({ usable: true, state: 'valid' });
      const set = open({ storage, fetch: () => Promise.reject(new TypeError('fetch failed')) });
      expect(await set.check()).toMatchObject({ usable: true, state: 'valid' });
    },
  );

  test('without a network, a clock that is set back says so, and a lease without a remembered time as well', async () => {
    const key = await keyFor();
    const storage = new MemoryStorage();
    const app = open({ storage });
    await app.activate(key.key, { label: 'pc' });
    await app.lease();
    const back = open({ storage, now: () => Date.now() - HOUR * 1000 });
    expect(await back.check()).toEqual({ usable: false, reason: 'clock_set_back' });
    await storage.remove('clock');
    expect(await open({ storage, now: () => Date.now() - DAY * 1000 }).check()).toEqual({
      usable: false,
      reason: 'clock_set_back',
    });
    expect(await back.refresh()).toMatchObject({ license: { usable: true } });
  });
});

describe('a full license', () => {
  test('leads to its devices, and the activation goes on when one was removed', async () => {
    const key = await keyFor();
    const first = await fixture.activation(key);
    const pages: string[] = [];
    let waits = 0;
    const sleep = async (): Promise<void> => {
      waits += 1;
      if (waits === 3) await fixture.seller('POST', '/v1/license-keys/deactivate', { ...named(key), activation_id: first });
    };
    const app = open({ sleep });
    const refused = await app.activate(key.key, { label: 'laptop' });
    expect(refused).toMatchObject({
      outcome: 'refused',
      code: 'ACTIVATION_LIMIT_REACHED',
      manageUrl: expect.stringContaining('/manage#'),
    });
    const activated = await app.activate(key.key, { label: 'laptop' }, { onManage: ({ url }) => void pages.push(url) });
    expect([activated.outcome, pages.length, waits]).toEqual(['ok', 1, 3]);
  });

  test('waits an hour at most, and no longer than its caller wants', async () => {
    const key = await keyFor();
    await fixture.activation(key);
    let waitedMs = 0;
    let answer: Response | undefined;
    const app = open({
      sleep: async (ms, signal) => {
        if (signal?.aborted) throw new Error('Not wanted any more.');
        waitedMs += ms;
      },
      fetch: async (...request) => {
        answer ??= await fetch(...request);
        return answer.clone();
      },
    });
    expect(await app.activate(key.key, { label: 'pc' }, { onManage: () => {} })).toMatchObject({
      code: 'ACTIVATION_LIMIT_REACHED',
    });
    expect(waitedMs).toBe(HOUR * 1000);
    const stop = new AbortController();
    const activating = app.activate(key.key, { label: 'pc' }, { onManage: () => stop.abort(), signal: stop.signal });
    await expect(activating).rejects.toThrow('Not wanted any more.');
  });
});

describe('files that came by mail', () => {
  const WAYS: Readonly<Record<string, (file: string) => string>> = {
    'wrapped lines': (file) => file.replace(/.{72}/g, '$&\n'),
    'line breaks of Windows and a byte order mark': (file) => `\ufeff${file.replace(/.{72}/g, '$&\r\n')}\r\n`,
    'a quotation': (file) => file.replace(/.{1,72}/g, '> $&\r\n'),
    'words around it and soft line breaks': (file) => `Here it is:\n\n${file.replace(/.{72}/g, '$&=\n')}\n\n-- \nYour seller`,
  };

  test.each(Object.entries(WAYS))('%s, there and back', async (_name, mailed) => {
    const key = await keyFor();
    const app = open();
    const request = (await app.offline.request({ label: 'Laboratory' })).replace(/.{72}/g, '> $&\r\n');
    const { status, text } = await fixture.seller('POST', `/v1/license-keys/${key.id}/offline-activation`, { request });
    expect(status).toBe(200);
    expect(await app.offline.importLease(mailed(text))).toMatchObject({ outcome: 'ok', license: { usable: true } });
  });
});

test('a rotated key is told, and its lease is used until it is over', async () => {
  const key = await keyFor();
  const app = open();
  await app.activate(key.key, { label: 'pc' });
  await app.lease();
  await fixture.seller('POST', `/v1/license-keys/${key.id}/rotate`, {});
  expect(await app.validate()).toMatchObject({ outcome: 'refused', code: 'ROTATED', status: 404 });
  expect(await app.reactivate()).toMatchObject({ outcome: 'refused', code: 'ROTATED' });
  expect((await app.check()).usable).toBe(true);
});
