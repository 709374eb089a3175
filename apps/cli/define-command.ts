import 'reflect-metadata';
import { Exclude } from 'class-transformer';
import type { Command } from 'commander';
import { shownLines, UsageError } from '../process/index.ts';
import { asCommand } from './current-command.ts';
import { addOptions, type OptionsClass, parametersOf, readOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

/** What a command did: a text for people, and the same as data for `--json`. */
export interface Result {
  readonly text: string;
  readonly data: unknown;
}

/** For commands that tell what they do while they run. */
export interface Progress {
  /** Prints a result on lines of its own: as text, or as JSON on one line. */
  readonly report: (result: Result) => void;
  readonly warn: (sentence: string) => void;
  readonly readStdin: () => Promise<string>;
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly stopRequest: () => AbortSignal;
}

/** Adds the subcommands of a group, or completes a command that has none. */
export type Define = (command: Command, terminal: Terminal) => void;

interface Definition<T extends object> {
  readonly options: OptionsClass<T>;
  /** Returns nothing if it has reported all results. */
  readonly run: (options: T, env: NodeJS.ProcessEnv, progress: Progress) => Promise<Result | void>;
}

/** For commands that only have `--json`. */
@Exclude()
export class NoOptions {}

/** `latchkey organizations create`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

export const usageError = (sentences: readonly string[], command: Command): UsageError =>
  new UsageError(`${sentences.join('\n')}\nRun \`${pathOf(command)} --help\` for usage.`);

/** Makes the command validate its options, run, and print its result as text or as JSON. */
export function defineCommand<T extends object>(
  command: Command,
  terminal: Terminal,
  { options: type, run }: Definition<T>,
): void {
  addOptions(command, type);
  command.option('--json', 'Print the result as JSON');
  command.action(async () => {
    const given = command.opts<{ readonly json?: boolean }>();
    const { options, sentences } = readOptions(type, { ...given, ...argumentsOf(command, type) });
    if (sentences.length > 0) throw usageError(sentences, command);
    const print = ({ text, data }: Result, indent?: number): void =>
      terminal.print(given.json ? `${JSON.stringify(data, null, indent)}\n` : `${shownLines(text)}\n`);
    const progress = {
      report: (each: Result) => print(each),
      warn: (sentence: string) => terminal.warn(`${shownLines(sentence)}\n`),
      readStdin: terminal.readStdin,
      ask: terminal.ask,
      stopRequest: terminal.stopRequest,
    };
    const result = await asCommand(pathOf(command), () => run(options, terminal.env, progress)).catch((error: unknown) => {
      throw error instanceof UsageError ? usageError([error.message], command) : error;
    });
    if (result) print(result, 2);
  });
}

const argumentsOf = (command: Command, type: OptionsClass): object =>
  Object.fromEntries(
    parametersOf(type)
      .filter(({ isArgument }) => isArgument)
      .map(({ property }, index) => [property, command.processedArgs[index] as unknown]),
  );
