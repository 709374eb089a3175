import { createSocket, type Socket } from 'node:dgram';
import { resolveHost } from './resolve-host.ts';

const HEADER_BYTES = 12;
const [TYPE_A, OK, NO_SUCH_NAME] = [1, 0x8180, 0x8183];

/** A nameserver: `example.com` has one IPv4 address, `dead.example.com` gets no answer, other names do not exist. */
let server: Socket;
let silence: () => void;
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    const text = question.toString('latin1');
    if (text.includes('\u0004dead')) return silence();
    const end = question.indexOf(0, HEADER_BYTES) + 5;
    const has = text.includes('\u0007example') && question.readUInt16BE(end - 4) === TYPE_A;
    const header = Buffer.from(question.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(text.includes('\u0007example') ? OK : NO_SUCH_NAME, 2);
    header.fill(0, 6);
    header.writeUInt16BE(has ? 1 : 0, 6);
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
    server.send(Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...(has ? [record] : [])]), port, address);
  });
  await new Promise<void>((listening) => server.bind(0, '127.0.0.1', listening));
});
beforeEach(() => {
  silence = () => undefined;
});
afterAll(() => new Promise<void>((closed) => server.close(closed)));

const resolve = (host: string) =>
  resolveHost(host, { servers: [`127.0.0.1:${server.address().port}`], answerMs: 1_000, totalMs: 2_000 });

test('the addresses are those that the nameservers have', async () => {
  expect(await resolve('example.com')).toEqual([{ address: '93.184.216.34', family: 4 }]);
});

test('a name that does not exist is an error', async () => {
  await expect(resolve('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('names without an answer end, and delay no other', async () => {
  const asked = new Promise<void>((done) => (silence = done));
  const order: string[] = [];
  const dead = Array.from({ length: 50 }, async () => {
    await expect(resolve('dead.example.com')).rejects.toMatchObject({ code: expect.stringMatching(/^(ETIMEOUT|ECANCELLED)$/) });
    order.push('dead');
  });
  await asked;
  await resolve('example.com');
  order.push('alive');
  await Promise.all(dead);
  expect(order[0]).toBe('alive');
});
