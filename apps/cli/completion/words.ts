import type { Command } from 'commander';

export interface Word {
  readonly word: string;
  readonly description: string;
}

export interface OptionWord extends Word {
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  /** Group of commands whose ids are its values, such as `customers`. */
  readonly idsOf?: string;
}

/** What an argument or an option takes besides its choices. */
export interface Completed {
  readonly completes?: string;
}

/** What may follow a command path such as `organizations create`. */
export interface Completions {
  /** The words of the path; empty for the program itself. */
  readonly path: readonly string[];
  readonly subcommands: readonly Word[];
  /** Values of the first positional argument. */
  readonly values: readonly string[];
  /** Group of commands whose ids are values of the first positional argument. */
  readonly idsOf?: string;
  readonly options: readonly OptionWord[];
}

const visible = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => command.commands.includes(each));

/** The completions of every command of the tree. */
export function completionsOf(command: Command, path: readonly string[] = []): readonly Completions[] {
  const own: Completions = {
    path,
    subcommands: visible(command).map((each) => ({ word: each.name(), description: each.description() })),
    values: command.registeredArguments[0]?.argChoices ?? [],
    idsOf: (command.registeredArguments[0] as Completed | undefined)?.completes,
    options: [
      ...command.options.map((option) => ({
        word: option.long!,
        description: option.description,
        takesValue: option.required,
        choices: option.argChoices ?? [],
        idsOf: (option as Completed).completes,
      })),
      { word: '--help', description: 'Print help', takesValue: false, choices: [] },
    ],
  };
  return [own, ...visible(command).flatMap((each) => completionsOf(each, [...path, each.name()]))];
}
