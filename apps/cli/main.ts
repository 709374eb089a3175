import { text as textOf } from 'node:stream/consumers';
import { run, stopRequest } from '../process/index.ts';
import { programOutput } from './program-output.ts';
import { execute } from './program.ts';

const { print, takesMore, closed } = programOutput(process.stdout);

/** `latchkey …`; bin/latchkey starts it. */
await run(() =>
  execute(process.argv.slice(2), {
    env: process.env,
    print,
    takesMore,
    warn: (text) => process.stderr.write(text),
    readStdin: () => textOf(process.stdin),
    stopRequest: () => AbortSignal.any([stopRequest(), closed]),
  }),
);
