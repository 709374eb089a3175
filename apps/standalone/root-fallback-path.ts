import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/var/lib/latchkey';

/** A path that every user can reach, for data of root in places such as /root that PostgreSQL has to read. */
export function rootFallbackPath(name: string): string {
  mkdirSync(ROOT, { recursive: true });
  chmodSync(ROOT, 0o755);
  return join(ROOT, name);
}
