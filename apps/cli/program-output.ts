import { once } from 'node:events';
import type { Terminal } from './terminal.ts';

interface ProgramOutput extends Pick<Terminal, 'print' | 'takesMore'> {
  /** Aborted when nobody reads the output any more. */
  readonly closed: AbortSignal;
}

/**
 * The output of a command. After its reader has gone, as `head` does, what is printed is dropped and the command goes on without an error. Anything else that
 * keeps the output from being written, such as a full disk, ends the process.
 */
export function programOutput(stream: NodeJS.WriteStream): ProgramOutput {
  const closed = new AbortController();
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return closed.abort();
    process.stderr.write(`The output cannot be written: ${error.message}\n`);
    process.exit(1);
  });
  return {
    closed: closed.signal,
    print: (output) => {
      if (!closed.signal.aborted) stream.write(output);
    },
    takesMore: async () => {
      if (stream.writableNeedDrain) await once(stream, 'drain', { signal: closed.signal }).catch(() => undefined);
      return !closed.signal.aborted;
    },
  };
}
