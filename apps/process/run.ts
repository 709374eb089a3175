import { databaseProblem } from '#engine/checks';
import { InvalidConfiguration } from '#platform/config/composition';
import { CliError } from './cli-error.ts';

/** Runs a command and exits: with code 0, or with the reason on stderr and code 2 for wrong usage, 1 for anything else. */
export async function run(command: () => Promise<void>): Promise<never> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${explain(error).join('\n')}\n`);
    process.exit(error instanceof CliError ? error.exitCode : 1);
  }
  process.exit(0);
}

/** Expected errors as sentences, unexpected ones with their stack. */
function explain(error: unknown): readonly string[] {
  if (error instanceof InvalidConfiguration) return error.sentences;
  if (error instanceof CliError) return [error.message];
  const problem = databaseProblem(error);
  if (problem !== undefined) return [problem];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
