import { createSocket, type Socket } from 'node:dgram';
import { resolveHost } from './address-guard.ts';

const HEADER_BYTES = 12;
const [TYPE_A, OK, NO_SUCH_NAME] = [1, 0x8180, 0x8183];

/**
 * A nameserver: `example.com` has one IPv4 address. Questions for `slow.example.com` wait in `held`; what `answer` sends to them, and for
 * other names, is that they do not exist.
 */
let server: Socket;
let held: (() => void)[];
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    const text = question.toString('latin1');
    const answer = (): void =>
      server.send(answerTo(question, text.includes('\u0007example') && !text.includes('\u0004slow')), port, address);
    if (text.includes('\u0004slow')) held.push(answer);
    else answer();
  });
  await new Promise<void>((listening) => server.bind(0, '127.0.0.1', listening));
});
beforeEach(() => {
  held = [];
});
afterAll(() => new Promise<void>((closed) => server.close(closed)));

function answerTo(question: Buffer, exists: boolean): Buffer {
  const end = question.indexOf(0, HEADER_BYTES) + 5;
  const has = exists && question.readUInt16BE(end - 4) === TYPE_A;
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(exists ? OK : NO_SUCH_NAME, 2);
  header.fill(0, 6);
  header.writeUInt16BE(has ? 1 : 0, 6);
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...(has ? [record] : [])]);
}

/** The nameserver has a minute for each answer, unless a test wants to wait less. */
const resolve = (host: string, limits: { answerMs?: number; totalMs?: number } = {}) =>
  resolveHost(host, { servers: [`127.0.0.1:${server.address().port}`], answerMs: 60_000, totalMs: 120_000, ...limits });

test('the addresses are those that the nameservers have', async () => {
  expect(await resolve('example.com')).toEqual([{ address: '93.184.216.34', family: 4 }]);
});

test('a name that does not exist is an error', async () => {
  await expect(resolve('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test.each([
  ['each answer may take', { answerMs: 10 }, 'ETIMEOUT'],
  ['all of it may take', { totalMs: 10 }, 'ECANCELLED'],
])('a name without an answer ends after the time that %s', async (_name, limits, code) => {
  await expect(resolve('slow.example.com', limits)).rejects.toMatchObject({ code });
});

test('names that wait for an answer delay no other', async () => {
  const slow = Array.from({ length: 50 }, () => resolve('slow.example.com'));
  const ended = Promise.allSettled(slow);
  expect(await resolve('example.com')).toHaveLength(1);
  expect(await Promise.race([ended.then(() => 'ended'), Promise.resolve('waiting')])).toBe('waiting');
  while (held.length < 2 * slow.length) await new Promise(setImmediate);
  for (const answer of held) answer();
  for (const outcome of await ended) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ENOTFOUND' } });
});
