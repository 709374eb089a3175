import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/var/lib/latchkey';

/** A path that every user can reach, for what root keeps in places such as /root and PostgreSQL must get to. */
export function elsewhere(name: string): string {
  mkdirSync(ROOT, { recursive: true });
  chmodSync(ROOT, 0o755);
  return join(ROOT, name);
}
