import { existsSync } from 'node:fs';

/** Ends the process with a sentence if the packages are not installed, before anything imports them. */
if (!existsSync('node_modules/.package-lock.json')) {
  console.error('The packages are not installed. Run `npm ci` first.');
  process.exit(1);
}
