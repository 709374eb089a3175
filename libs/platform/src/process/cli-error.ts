/** Why a command cannot do its work, as a sentence for the person at the terminal. */
export class CliError extends Error {}
