/** Why a command failed, as a sentence for the person at the terminal. */
export class CliError extends Error {
  readonly exitCode: number = 1;
}

/** The command line itself is wrong: an unknown command, or a missing or invalid option. */
export class UsageError extends CliError {
  override readonly exitCode = 2;
}
