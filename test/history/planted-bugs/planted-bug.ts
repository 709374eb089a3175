import { join } from 'node:path';

/** The settings of processes with this bug, one of bugs.mjs. */
export const plantedBug = (name: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'plant.mjs')}`,
  PLANTED_BUG: name,
});
