import { createInterface } from 'node:readline';
import { type ClientOptions, LicenseClient, type Storage } from '../src/index.ts';
import { FileStorage } from '../src/node.ts';
import { snakeCased } from './snake-case.ts';
import { vectors } from './vectors.ts';

/** The driver of the conformance kit (packages/conformance/README.md): a request on each line of the input, an answer on each of the output. */
type Fields = Readonly<Record<string, unknown>>;

const machine = { now: 0, monotonic: 0, waits: [] as number[], writes: null as number | null };
let client: LicenseClient;

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
  };
}

function open({ storage, ...given }: Fields): void {
  const { organization_id, root_key, benefit_ids, device_id, timeout_ms, application, ...options } = given as Fields & {
    readonly application?: { readonly version?: string; readonly released_at?: string };
  };
  const { version, released_at } = application ?? {};
  client = new LicenseClient({
    ...options,
    organizationId: organization_id,
    rootKey: root_key,
    ...(benefit_ids ? { benefitIds: benefit_ids } : {}),
    ...(device_id ? { deviceId: device_id } : {}),
    ...(timeout_ms ? { timeoutMs: timeout_ms } : {}),
    ...(application ? { application: { version, releasedAt: released_at && new Date(released_at) } } : {}),
    storage: storageIn(storage as string),
    now: () => machine.now * 1000,
    monotonic: () => machine.monotonic * 1000,
    sleep: async (ms) => void machine.waits.push(ms / 1000),
  } as ClientOptions);
}

const COMMANDS: Readonly<Record<string, (fields: Fields) => unknown>> = {
  open: ({ options }) => open(options as Fields),
  set_clock: ({ now, monotonic }) => void Object.assign(machine, { now, monotonic }),
  limit_writes: ({ writes }) => void Object.assign(machine, { writes }),
  vector: ({ kind, given }) => vectors[kind as string]!(given as never),
  device_id: async () => ({ deviceId: await client.deviceId() }),
  activate: ({ key, manage, ...installation }) =>
    activating(manage, (on) => client.activate(key as string, installation as never, on)),
  trial: ({ benefit_id: benefitId, ...installation }) => client.trial(benefitId as string, installation as never),
  reactivate: ({ manage }) => activating(manage, (on) => client.reactivate(on)),
  validate: ({ increment_usage: incrementUsage }) => client.validate({ incrementUsage } as object),
  lease: () => client.lease(),
  check: async () => ({ license: await client.check() }),
  check_status: () => client.checkStatus(),
  refresh: async () => {
    const { notStored, ...refreshed } = await client.refresh();
    return { ...refreshed, stored: notStored === undefined };
  },
  heartbeat: () => client.heartbeat(),
  keep_fresh: ({ every_seconds: everySeconds, times }) => keptFresh(everySeconds as number, times as number),
  keep_checked_out: ({ times }) => keptCheckedOut(times as number),
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

/** Until there were so many refreshes. */
async function keptFresh(everySeconds: number, times: number): Promise<object> {
  let refreshed = 0;
  await new Promise<void>((done, fail) => {
    const kept = client.keepFresh({
      everySeconds,
      onRefresh: () => {
        refreshed += 1;
        if (refreshed < times) return;
        kept.stop();
        done();
      },
      onError: fail,
    });
  });
  return { refreshed, waits: machine.waits };
}

/** Until there were so many heartbeats, or one ended them. */
async function keptCheckedOut(times: number): Promise<object> {
  const heartbeats: string[] = [];
  await new Promise<void>((done, fail) => {
    const kept = client.keepCheckedOut({
      onHeartbeat: ({ outcome }) => {
        heartbeats.push(outcome);
        const isOver = outcome === 'refused' || outcome === 'not_activated';
        if (heartbeats.length < times && !isOver) return;
        // One that is over by itself neither waits nor sends anything until then.
        setImmediate(() => {
          kept.stop();
          done();
        });
      },
      onError: fail,
    });
  });
  return { heartbeats, waits: machine.waits };
}

/** With `manage`, the pages to which the customer was led are in the answer. */
async function activating(manage: unknown, activate: (on: object) => Promise<object>): Promise<object> {
  const pages: string[] = [];
  const activated = await activate(manage ? { onManage: ({ url }: { url: string }) => void pages.push(url) } : {});
  return { ...activated, pages };
}

async function answer({ command, ...fields }: Fields): Promise<object> {
  machine.waits = [];
  try {
    const result = (await COMMANDS[command as string]!(fields)) as object | undefined;
    return {
      outcome: 'ok',
      ...(snakeCased(result ?? {}) as object),
      waited: machine.waits.reduce((sum, seconds) => sum + seconds, 0),
    };
  } catch (error) {
    return { outcome: 'error', error: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as Fields))}\n`);
}
