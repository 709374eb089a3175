import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { latchkey } from '../support/cli.ts';
import { type RunningProcess, startLatchkey } from '../support/processes.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

/** Starting a process takes a second or two on an idle machine. */
import.meta.jest.setTimeout(240_000);

const type = 'customer.created';
const eventAt = (sequence: number, payload: string | null = JSON.stringify({ type, n: sequence, name: 'Zoë' })) => ({
  id: randomUUID(),
  sequence,
  type: sequence % 10 === 0 ? 'order.paid' : type,
  timestamp: '2026-11-22T12:00:00.000Z',
  payload,
});

let folder: string;
let service: WebhookReceiver;
let events: ReturnType<typeof eventAt>[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-consumer-'));
  service = await WebhookReceiver.open();
  events = [1, 2, 3].map((sequence) => eventAt(sequence));
  service.answer((response, { path }) => {
    const after = Number(new URLSearchParams(path.split('?')[1]).get('after'));
    const items = events.filter(({ sequence }) => sequence > after).slice(0, 100);
    const last_sequence = events.at(-1)?.sequence ?? 0;
    response.writeHead(200).end(JSON.stringify({ organization_id: randomUUID(), items, last_sequence }));
  });
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const at = (name: string): string => join(folder, name);
const textOf = (name: string): Promise<string> => readFile(at(name), 'utf8').catch(() => '');
const listen = (args: readonly string[], options: { readonly detached?: boolean } = {}): RunningProcess =>
  startLatchkey(
    ['webhooks', 'listen', '--url', service.url.slice(0, -1), '--position-file', at('position'), ...args],
    { LATCHKEY_TOKEN: 'latchkey_oat_x', FOLDER: folder },
    options,
  );
const positionIs = (position: number): Promise<void> => eventually(async () => (await textOf('position')) === `${position}\n`);
const ends = async (running: RunningProcess): Promise<void> => {
  await running.end('SIGINT');
  expect(running.child.exitCode).toBe(0);
};
/** Appends what it is told of an event. */
const APPEND =
  'cd "$FOLDER"; printf "%s %s %s " $LATCHKEY_EVENT_SEQUENCE $LATCHKEY_EVENT_TYPE $LATCHKEY_EVENT_ID >> seen; cat >> seen; echo >> seen';
const told = ({ sequence, type: kind, id, payload }: (typeof events)[number]): string => `${sequence} ${kind} ${id} ${payload}\n`;

test('a command gets each event in order, on stdin and in the environment without the token, and goes on where it was', async () => {
  {
    await using running = listen(['--after', '0', '--exec', `${APPEND}; echo "token=[$LATCHKEY_TOKEN]" >> seen.token`]);
    await positionIs(3);
    await ends(running);
    expect(running.output()).toMatch(/Forwarded events: 3, of which 0 failed/);
  }
  events.push(eventAt(4), eventAt(5));
  // The position of the file comes before `--after`.
  await using running = listen(['--after', '0', '--exec', APPEND]);
  await positionIs(5);
  await ends(running);
  expect(await textOf('seen')).toBe(events.map(told).join(''));
  expect(await textOf('seen.token')).toBe('token=[]\n'.repeat(3));
});

test('a consumer that is killed between the command and the position brings the event again', async () => {
  const once = '[ -e killed ] || { [ "$LATCHKEY_EVENT_SEQUENCE" = 2 ] && touch killed && kill -9 $PPID; }; true';
  {
    await using running = listen(['--after', '0', '--exec', `${APPEND}; ${once}`]);
    await eventually(() => running.child.signalCode === 'SIGKILL');
  }
  expect(await textOf('position')).toBe('1\n');
  await using running = listen(['--exec', `${APPEND}; ${once}`]);
  await positionIs(3);
  await ends(running);
  const [first, second, third] = events.map(told);
  expect(await textOf('seen')).toBe([first, second, second, third].join(''));
});

test('a command that fails is repeated with growing waits, and no event overtakes', async () => {
  await using running = listen(['--after', '0', '--exec', `${APPEND}; [ $(wc -l < seen) -gt 2 ]`]);
  await running.line(/customer\.created 1 failed: exit code 1\. The next attempt is in 1 s\./);
  await running.line(/customer\.created 1 failed: exit code 1\. The next attempt is in 2 s\./);
  await positionIs(3);
  await ends(running);
  const [first, second, third] = events.map(told);
  expect(await textOf('seen')).toBe([first, first, first, second, third].join(''));
});

test('Ctrl+C lets the command end that is running, and keeps its position; while it waits, it ends at once', async () => {
  execFileSync('mkfifo', [at('go')]);
  {
    const running = listen(['--after', '0', '--exec', `${APPEND}; echo running >&2; cat go`], { detached: true });
    await running.line(/^running$/m);
    const ended = new Promise((resolve) => running.child.once('close', resolve));
    process.kill(-running.child.pid!, 'SIGINT');
    await writeFile(at('go'), '');
    await ended;
    expect([running.child.exitCode, await textOf('position')]).toEqual([0, '1\n']);
  }
  await using running = listen(['--exec', 'false']);
  await running.line(/customer\.created 2 failed/);
  await ends(running);
  expect(await textOf('position')).toBe('1\n');
});

test('a file gets each event as a line, also after a crash that left a part of one, and kinds that are not wanted are left out', async () => {
  events = [eventAt(9), eventAt(10), eventAt(11), eventAt(12, null), eventAt(15)];
  await writeFile(at('events.jsonl'), '{"id":"cut sh');
  await using running = listen(['--after', '8', '--events', type, '--file', at('events.jsonl')]);
  await positionIs(15);
  await running.line(/customer\.created {2}12 {2}failed: its body was deleted/);
  await running.line(/The events 13 to 14 were deleted because of their age\./);
  await ends(running);
  const [cut, ...lines] = (await textOf('events.jsonl')).trimEnd().split('\n');
  expect(cut).toBe('{"id":"cut sh');
  const written = events.filter(({ sequence }) => [9, 11, 15].includes(sequence));
  expect(lines.map((line) => JSON.parse(line))).toEqual(written.map((each) => ({ ...each, payload: JSON.parse(each.payload!) })));
});

test('a new position file begins at the end of the feed at once, so that a restart misses nothing', async () => {
  {
    await using running = listen(['--exec', APPEND]);
    await running.line(/after 3 are forwarded to/);
    expect(await textOf('position')).toBe('3\n');
    await running.end('SIGKILL');
  }
  events.push(eventAt(4));
  await using running = listen(['--exec', APPEND]);
  await positionIs(4);
  await ends(running);
  expect(await textOf('seen')).toBe(told(events[3]!));
});

test.each([
  ['nonsense', /does not contain a position\.\n$/],
  ['4\n', /is beyond 3, the position of the last event\.\n$/],
])('a position file with %j is refused', async (content, sentence) => {
  await writeFile(at('position'), content);
  const args = ['webhooks', 'listen', '--url', service.url.slice(0, -1), '--exec', 'true'];
  const { exitCode, err } = await latchkey([...args, '--position-file', at('position')], { LATCHKEY_TOKEN: 'x' });
  expect([exitCode, err]).toEqual([1, expect.stringMatching(sentence)]);
});
