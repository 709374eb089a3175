import { InvalidConfiguration } from '#platform/config/composition';
import { CliError } from './cli-error.ts';
import { shownLines } from './shown-lines.ts';

/** Runs a command and exits: with code 0, or with the reason on stderr and code 2 for wrong usage, 1 for anything else. */
export async function run(command: () => Promise<void>): Promise<never> {
  let exitCode = 0;
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${shownLines((await explain(error)).join('\n'))}\n`);
    exitCode = error instanceof CliError ? error.exitCode : 1;
  }
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit(exitCode);
}

/** Resolves when everything is written, or cannot be: a pipe takes 64 KiB, and the rest when its reader has taken them. */
const written = (stream: NodeJS.WriteStream): Promise<void> => new Promise((resolve) => stream.write('', () => resolve()));

/** Expected errors as sentences, unexpected ones with their stack. What knows those of databases and other servers is loaded when it is needed. */
async function explain(error: unknown): Promise<readonly string[]> {
  if (error instanceof InvalidConfiguration) return error.sentences;
  if (error instanceof CliError) return [error.message];
  const { operationalProblem } = await import('#engine/checks');
  const problem = operationalProblem(error);
  if (problem !== undefined) return [problem];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
