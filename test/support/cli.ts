import { InvalidConfiguration } from '#platform/config/composition';
import { CliError } from '../../apps/process/index.ts';
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

/** `latchkey …` in this process, for commands that come to an end. */
export async function latchkey(args: readonly string[], env: Record<string, string> = {}, stdin = ''): Promise<Outcome> {
  let [out, err] = ['', ''];
  try {
    const stopRequest = () => new AbortController().signal;
    await execute(args, {
      env: { ...NO_PROFILES, ...env },
      print: (text) => (out += text),
      takesMore: async () => true,
      warn: (text) => (err += text),
      readStdin: async () => stdin,
      stopRequest,
    });
    return { exitCode: 0, out, err };
  } catch (error) {
    if (error instanceof InvalidConfiguration) return { exitCode: 1, out, err: `${err}${error.message}\n` };
    if (!(error instanceof CliError)) throw error;
    return { exitCode: error.exitCode, out, err: `${err}${error.message}\n` };
  }
}
