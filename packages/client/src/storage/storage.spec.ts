import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStorage } from './file-storage.ts';
import { MemoryStorage } from './memory-storage.ts';
import { WebStorage } from './web-storage.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'latchkey-client-'))));
afterAll(() => rm(folder, { recursive: true }));

/** `localStorage`, as far as it is used. */
const area = new Map<string, string>();
const localStorage = {
  getItem: (name: string) => area.get(name) ?? null,
  setItem: (name: string, text: string) => void area.set(name, text),
  removeItem: (name: string) => void area.delete(name),
};

test.each([
  ['memory', () => new MemoryStorage()],
  ['files', () => new FileStorage(join(folder, 'new', 'folder'))],
  ['localStorage', () => new WebStorage(localStorage)],
])('%s: what is written is read, until it is replaced or removed', async (_name, open) => {
  const storage = open();
  expect(await storage.read('lease')).toBeNull();
  await storage.remove('lease');
  await storage.write('lease', 'first');
  await storage.write('lease', 'größer');
  await storage.write('device', 'mine');
  expect(await storage.read('lease')).toBe('größer');
  await storage.remove('lease');
  expect([await storage.read('lease'), await storage.read('device')]).toEqual([null, 'mine']);
});

test('files are readable only by their owner, and nothing else is left', async () => {
  const place = join(folder, 'modes');
  await new FileStorage(place).write('lease', 'text');
  expect((await stat(join(place, 'lease.json'))).mode & 0o777).toBe(0o600);
  expect(await readdir(place)).toEqual(['lease.json']);
});

test('names in localStorage have a prefix', () => {
  expect([...area.keys()]).toEqual(['latchkey.device']);
});
