import { InvalidConfiguration } from '#platform/config';
import { CliError } from './cli-error.ts';

/** Runs a command to its end and exits: with code 0, or with 1 and what is wrong on stderr. */
export async function run(command: () => Promise<void>): Promise<never> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${explain(error).join('\n')}\n`);
    process.exit(1);
  }
  process.exit(0);
}

/** What was foreseen is told in sentences; anything else with its stack. */
function explain(error: unknown): readonly string[] {
  if (error instanceof InvalidConfiguration) return error.sentences;
  if (error instanceof CliError) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
