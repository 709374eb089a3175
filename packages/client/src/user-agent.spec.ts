import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { userAgent, VERSION } from './user-agent.ts';

test('a request says which library sends it, unless a page does', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
  expect(userAgent({ userAgent: 'Node.js/24' })).toBe(`latchkey-typescript/${version} (Node.js/24)`);
  expect(userAgent({})).toBe(`latchkey-typescript/${version} (unknown)`);
  expect(userAgent({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })).toBeUndefined();
});
