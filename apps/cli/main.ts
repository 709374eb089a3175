import { text as textOf } from 'node:stream/consumers';
import { run, stopRequest } from '../process/index.ts';
import { execute } from './program.ts';

/** `latchkey …`; bin/latchkey starts it. */
await run(() =>
  execute(process.argv.slice(2), {
    env: process.env,
    print: (text) => process.stdout.write(text),
    warn: (text) => process.stderr.write(text),
    readStdin: () => textOf(process.stdin),
    stopRequest,
  }),
);
