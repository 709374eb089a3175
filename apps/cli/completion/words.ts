import type { Command } from 'commander';

export interface Word {
  readonly word: string;
  readonly description: string;
}

export interface OptionWord extends Word {
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** What may follow a command path such as `organizations create`. */
export interface Completions {
  /** The words of the path; empty for the program itself. */
  readonly path: readonly string[];
  readonly subcommands: readonly Word[];
  /** Values of the first positional argument. */
  readonly values: readonly string[];
  readonly options: readonly OptionWord[];
}

/** The completions of every command of the tree. */
export function completionsOf(command: Command, path: readonly string[] = []): readonly Completions[] {
  const own: Completions = {
    path,
    subcommands: command.commands.map((each) => ({ word: each.name(), description: each.description() })),
    values: command.registeredArguments[0]?.argChoices ?? [],
    options: [
      ...command.options.map(({ long, description, required, argChoices = [] }) => ({
        word: long!,
        description,
        takesValue: required,
        choices: argChoices,
      })),
      { word: '--help', description: 'Print help', takesValue: false, choices: [] },
    ],
  };
  return [own, ...command.commands.flatMap((each) => completionsOf(each, [...path, each.name()]))];
}
