import { createInterface } from 'node:readline/promises';
import { text as textOf } from 'node:stream/consumers';
import { run, stopRequest } from '../process/index.ts';
import { programOutput } from './program-output.ts';
import { execute } from './program.ts';

const { print, takesMore, closed } = programOutput(process.stdout);

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** `latchkey …`; bin/latchkey starts it. */
await run(() =>
  execute(process.argv.slice(2), {
    env: process.env,
    print,
    takesMore,
    warn: (text) => process.stderr.write(text),
    readStdin: () => textOf(process.stdin),
    ask,
    stopRequest: () => AbortSignal.any([stopRequest(), closed]),
  }),
);
