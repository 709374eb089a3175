import { LicenseClient } from './license-client.ts';
import type { ClientOptions } from './options.ts';
import { MemoryStorage } from './storage/memory-storage.ts';
import type { Fetch } from './transport.ts';

const OPTIONS = { url: 'https://licenses.example.com', organizationId: 'an-organization', rootKey: 'A'.repeat(43), attempts: 1 };
const HARDWARE = { components: { machine_id: 'm', mac: 'b' } };

/** How a client names its device and its installation in two requests. */
async function namesOf(options: Partial<ClientOptions>): Promise<(string | null)[][]> {
  const sent: (string | null)[][] = [];
  const service: Fetch = async (_input, init) => {
    const headers = new Headers(init!.headers);
    sent.push([headers.get('license-device'), headers.get('license-installation')]);
    return new Response('{"error": "NotPermitted", "detail": "Refused"}', { status: 403 });
  };
  const client = new LicenseClient({ ...OPTIONS, ...options, fetch: service });
  for (const label of ['first', 'second']) await client.activate('A-KEY', { label });
  return sent;
}

test.each([
  ['an ID of the machine', { deviceId: 'machine' }],
  ['a description of the machine', { device: HARDWARE }],
])('processes with %s have one device, and an installation each', async (_what, named) => {
  const [[one, oneAgain], [other]] = [await namesOf({ ...named, process: true }), await namesOf({ ...named, process: true })];
  expect(one![1]).toEqual(expect.any(String));
  expect(oneAgain).toEqual(one);
  expect(other![0]).toBe(one![0]);
  expect(other![1]).not.toBe(one![1]);
  expect((await namesOf(named))[0]).toEqual([one![0], null]);
});

test('a process stores nothing, and says on which machine it runs', () => {
  const opened = (options: Partial<ClientOptions>) => () => new LicenseClient({ ...OPTIONS, process: true, ...options });
  expect(opened({ deviceId: 'machine', storage: new MemoryStorage() })).toThrow(TypeError);
  expect(opened({})).toThrow(TypeError);
});
