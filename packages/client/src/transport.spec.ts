import { type Fetch, type LoggedAttempt, Transport } from './transport.ts';

const URL = 'https://licenses.example.com/';
const busy = (headers: Record<string, string> = {}, status = 503): Response => new Response('{}', { status, headers });

/** A transport whose attempts get these responses, one after the other, and the waits between them. */
function transportFor(...responses: (Response | Error)[]) {
  const waits: number[] = [];
  const left = [...responses];
  const fetch: Fetch = async () => {
    const next = left.shift()!;
    if (next instanceof Error) throw next;
    return next;
  };
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const transport = new Transport({ fetch, sleep, random: () => 1 });
  return { waits, left, send: () => transport.send({ method: 'GET', url: URL, call: transport.begin(undefined) }) };
}

test('waits longer from attempt to attempt, and gives up after the last', async () => {
  const { waits, send } = transportFor(busy(), new TypeError('fetch failed'), busy(), busy({ 'retry-after': '7' }), busy());
  expect(await send()).toMatchObject({ outcome: 'unavailable', reason: 'server_error', retryAfterSeconds: 7 });
  expect(waits).toEqual([500, 1000, 2000]);
});

test('an attempt that succeeds is the last one', async () => {
  const { waits, left, send } = transportFor(new TypeError('fetch failed'), new Response('done'), busy());
  expect(await send()).toMatchObject({ status: 200, text: 'done' });
  expect([waits, left.length]).toEqual([[500], 1]);
});

test('never comes back before Retry-After, and not at all if that is far away', async () => {
  const soon = transportFor(busy({ 'retry-after': '3' }, 429), new Response('done'));
  expect(await soon.send()).toMatchObject({ status: 200 });
  expect(soon.waits).toEqual([3500]);
  const date = new Date(Date.now() + 900_000).toUTCString();
  for (const header of ['900', date]) {
    const far = transportFor(busy({ 'retry-after': header }, 429));
    expect(await far.send()).toMatchObject({ outcome: 'unavailable', reason: 'rate_limited' });
    expect(far.waits).toEqual([]);
  }
});

test('a time limit is for all attempts, also of several requests', async () => {
  const waits: number[] = [];
  const fetch: Fetch = async () => busy({ 'retry-after': '2' });
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const transport = new Transport({ fetch, sleep, random: () => 0, timeoutMs: 7000, monotonic: () => 0 });
  const call = transport.begin(undefined);
  for (const url of [URL, `${URL}keys`]) {
    expect(await transport.send({ method: 'GET', url, call })).toMatchObject({ outcome: 'unavailable', reason: 'server_error' });
  }
  expect([waits, call.leftMs]).toEqual([[2000, 2000, 2000], 1000]);
});

test('an application may log each attempt', async () => {
  const logged: LoggedAttempt[] = [];
  const responses = [busy({}, 503), new Response('{}', { status: 404 })];
  const transport = new Transport({
    fetch: async () => responses.shift()!,
    sleep: async () => {},
    onAttempt: (attempt) => void logged.push(attempt),
  });
  await transport.send({ method: 'GET', url: URL, call: transport.begin(undefined) });
  expect(logged).toEqual([
    { method: 'GET', url: URL, attempt: 1, reason: 'server_error', detail: 'The service answered 503.' },
    { method: 'GET', url: URL, attempt: 2, status: 404 },
  ]);
});

test('refusals are responses, and are not repeated', async () => {
  const { waits, send } = transportFor(busy({}, 403));
  expect(await send()).toMatchObject({ status: 403 });
  expect(waits).toEqual([]);
});

test('a response without end is not read to its end', async () => {
  let chunks = 0;
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array((chunks++, 64 * 1024))) });
  const { send } = transportFor(new Response(endless));
  expect(await send()).toMatchObject({ outcome: 'unavailable', reason: 'not_the_service' });
  expect(chunks).toBeLessThan(25);
});

test('an attempt has a time limit, and the caller can end everything', async () => {
  const never: Fetch = (_input, init) =>
    new Promise((_done, fail) => init!.signal!.addEventListener('abort', () => fail(init!.signal!.reason as Error)));
  const slow = new Transport({ fetch: never, timeoutMs: 5, attempts: 2, sleep: async () => {} });
  const sent = slow.send({ method: 'GET', url: URL, call: slow.begin(undefined) });
  expect(await sent).toMatchObject({ outcome: 'unavailable', reason: 'timeout' });

  const stop = new AbortController();
  const transport = new Transport({ fetch: never });
  const pending = transport.send({ method: 'GET', url: URL, call: transport.begin(stop.signal) });
  stop.abort(new Error('The user closed the window.'));
  await expect(pending).rejects.toThrow('The user closed the window.');

  const waiting = new Transport({ fetch: async () => busy(), random: () => 1 });
  const later = new AbortController();
  const ended = waiting.send({ method: 'GET', url: URL, call: waiting.begin(later.signal) });
  later.abort(new Error('Later.'));
  await expect(ended).rejects.toThrow('Later.');
});
