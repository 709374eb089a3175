import { createInterface } from 'node:readline';
import { type ClientOptions, type Installation, LicenseClient, type Storage } from '../src/index.ts';
import { FileStorage } from '../src/node.ts';
import { keptCheckedOut, keptFresh } from './kept.ts';
import { snakeCased } from './snake-case.ts';
import { vectors } from './vectors.ts';

/** The driver of the conformance kit (packages/conformance/README.md): a request on each line of the input, an answer on each of the output. */
type Fields = Readonly<Record<string, unknown>>;

const machine = { now: 0, monotonic: 0, waits: [] as number[], writes: null as number | null };
const canceling = { afterSeconds: Infinity, controller: new AbortController() };
let client: LicenseClient;
let storage: Storage;

/** Files of a folder, until the disk is full. */
function storageIn(folder: string): Storage {
  const files = new FileStorage(folder);
  const assertSpace = (): void => {
    if (machine.writes !== null && machine.writes-- <= 0) throw new Error('ENOSPC: no space left on device');
  };
  return {
    read: (name) => files.read(name),
    remove: (name) => files.remove(name),
    write: async (name, text) => (assertSpace(), files.write(name, text)),
    create: async (name, text) => (assertSpace(), files.create(name, text)),
    lock: (work) => files.lock(work),
  };
}

/** The waits that a client wanted, in seconds; those of an activation end when there were so many. */
function slept(seconds: number): void {
  machine.waits.push(seconds);
  if (waited() >= canceling.afterSeconds) canceling.controller.abort();
}

const waited = (): number => machine.waits.reduce((sum, seconds) => sum + seconds, 0);

function open({ storage: folder, ...given }: Fields): void {
  const { organization_id, root_key, benefit_ids, device_id, timeout_ms, application, ...options } = given as Fields & {
    readonly application?: { readonly version?: string; readonly released_at?: string };
  };
  const { version, released_at } = application ?? {};
  storage = storageIn(folder as string);
  client = new LicenseClient({
    ...options,
    organizationId: organization_id,
    rootKey: root_key,
    ...(benefit_ids ? { benefitIds: benefit_ids } : {}),
    ...(device_id ? { deviceId: device_id } : {}),
    ...(timeout_ms ? { timeoutMs: timeout_ms } : {}),
    ...(application ? { application: { version, releasedAt: released_at && new Date(released_at) } } : {}),
    storage,
    now: () => machine.now * 1000,
    monotonic: () => machine.monotonic * 1000,
    sleep: async (ms) => slept(ms / 1000),
  } as ClientOptions);
}

const COMMANDS: Readonly<Record<string, (fields: Fields) => unknown>> = {
  open: ({ options }) => open(options as Fields),
  set_clock: ({ now, monotonic }) => void Object.assign(machine, { now, monotonic }),
  limit_writes: ({ writes }) => void Object.assign(machine, { writes }),
  vector: ({ kind, given }) => vectors[kind as string]!(given as never),
  device_id: async () => ({ deviceId: await client.deviceId() }),
  count: ({ times }) => count(times as number),
  activate: ({ key, manage, cancel_after_seconds, ...installation }) =>
    activating({ manage, cancel_after_seconds }, (on) => client.activate(key as string, installation as never, on)),
  trial: ({ benefit_id: benefitId, ...installation }) => client.trial(benefitId as string, installation as never),
  sign_in: signingIn,
  reactivate: (fields) => activating(fields, (on) => client.reactivate(on)),
  validate: ({ increment_usage: incrementUsage }) => client.validate({ incrementUsage } as object),
  increment: ({ counter, units }) => client.increment(counter as string, units as number),
  lease: ({ units }) => client.lease({ units } as object),
  use: ({ counter, units }) => client.use(counter as string, units as number),
  units_left: async () => ({ left: await client.unitsLeft() }),
  check: async () => ({ license: await client.check() }),
  check_status: () => client.checkStatus(),
  refresh: async () => {
    const { notStored, ...refreshed } = await client.refresh();
    return { ...refreshed, stored: notStored === undefined };
  },
  heartbeat: () => client.heartbeat(),
  keep_fresh: async ({ every_seconds: everySeconds, times }) => ({
    refreshed: await keptFresh(client, everySeconds as number, times as number),
    waits: machine.waits,
  }),
  keep_checked_out: async ({ times }) => ({ heartbeats: await keptCheckedOut(client, times as number), waits: machine.waits }),
  deactivate: () => client.deactivate(),
  reserve: ({ units, ttl_seconds: ttlSeconds }) => client.reservations.reserve(units as number, { ttlSeconds } as object),
  commit: ({ id, units }) => client.reservations.commit(id as string, { units } as object),
  release: ({ id }) => client.reservations.release(id as string),
  offline_request: async ({ app_version: appVersion, ...about }) => ({
    file: await client.offline.request({ ...about, appVersion } as never),
  }),
  import_lease: ({ file }) => client.offline.importLease(file as string),
  offline_deactivate: () => client.offline.deactivate(),
  last_deactivation: async () => ({ file: await client.offline.lastDeactivation() }),
};

/** With `manage`, the pages to which the customer was led are in the answer. */
async function activating(
  { manage, cancel_after_seconds: afterSeconds = Infinity }: Fields,
  activate: (on: object) => Promise<object>,
): Promise<object> {
  const pages: string[] = [];
  Object.assign(canceling, { afterSeconds, controller: new AbortController() });
  const onManage = manage ? ({ url }: { url: string }) => void pages.push(url) : undefined;
  const activated = await activate({ onManage, signal: canceling.controller.signal });
  return { ...activated, pages };
}

/** With the codes that were shown, and the license keys that were offered; `choose` is the place of one of them. */
async function signingIn({
  client_id: clientId,
  choose,
  cancel_after_seconds: afterSeconds = Infinity,
  ...installation
}: Fields): Promise<object> {
  const codes: object[] = [];
  const offered: object[] = [];
  Object.assign(canceling, { afterSeconds, controller: new AbortController() });
  const signedIn = await client.signIn({
    ...(installation as unknown as Installation),
    clientId: clientId as string,
    onCode: (code) => void codes.push(code),
    choose: (keys) => (offered.push(...keys), keys[(choose ?? 0) as number]!),
    signal: canceling.controller.signal,
  });
  return { ...signedIn, codes, offered };
}

/** Adds so many to the number in the record `probe`, one at a time, with the lock of the storage. */
async function count(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await storage.lock!(async () => storage.write('probe', String(Number(await storage.read('probe')) + 1)));
  }
}

async function answer({ command, ...fields }: Fields): Promise<object> {
  machine.waits = [];
  try {
    const result = (await COMMANDS[command as string]!(fields)) as object | undefined;
    return { outcome: 'ok', ...(snakeCased(result ?? {}) as object), waited: waited() };
  } catch (error) {
    const isCanceled = error instanceof Error && error.name === 'AbortError';
    return isCanceled ? { outcome: 'canceled', waited: waited() } : { outcome: 'error', error: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as Fields))}\n`);
}
