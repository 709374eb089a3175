import { Writable } from 'node:stream';
import { operationalProblem } from '#engine/checks';
import { InvalidConfiguration } from '#platform/config/composition';
import { CliError } from '../../apps/process/index.ts';
import { programOutput } from '../../apps/cli/program-output.ts';
import { execute } from '../../apps/cli/program.ts';

export interface Outcome {
  readonly exitCode: number;
  /** What was printed to stdout. */
  readonly out: string;
  /** Warnings and errors. */
  readonly err: string;
}

/** No profiles of whoever runs the tests. */
const NO_PROFILES = { XDG_CONFIG_HOME: '/nonexistent' };

/** `latchkey …` in this process, for commands that come to an end; with what it is written to, if that is not all taken at once. */
export async function latchkey(
  args: readonly string[],
  env: Record<string, string> = {},
  stdin = '',
  pipe?: Writable,
): Promise<Outcome> {
  let [out, err] = ['', ''];
  const { print, takesMore, closed } = pipe ? programOutput(pipe as NodeJS.WriteStream) : ALWAYS_TAKEN;
  try {
    await execute(args, {
      env: { ...NO_PROFILES, ...env },
      print: (output) => {
        out += typeof output === 'string' ? output : Buffer.from(output).toString();
        print(output);
      },
      takesMore,
      warn: (text) => (err += text),
      readStdin: async () => stdin,
      ask: async () => (stdin === '' ? undefined : stdin),
      stopRequest: () => closed,
    });
    return { exitCode: 0, out, err };
  } catch (error) {
    if (error instanceof InvalidConfiguration) return { exitCode: 1, out, err: `${err}${error.message}\n` };
    if (error instanceof CliError) return { exitCode: error.exitCode, out, err: `${err}${error.message}\n` };
    // Anything else would show its stack to whoever has typed the command.
    const problem = operationalProblem(error);
    if (problem === undefined) throw error;
    return { exitCode: 1, out, err: `${err}${problem}\n` };
  }
}

const ALWAYS_TAKEN = {
  print: (_output: string | Uint8Array): void => undefined,
  takesMore: async (): Promise<boolean> => true,
  closed: new AbortController().signal,
};

/** The end of a pipe whose reader has gone before anything was written, as `| true` goes. */
export const closedPipe = (): Writable =>
  new Writable({ write: (_text, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })) });
