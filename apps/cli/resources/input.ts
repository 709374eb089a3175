import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { CliError } from '../../process/index.ts';
import { type Field, isArgument, isPathValue, type Row } from '../../api/operations/operation.ts';
import type { Terminal } from '../terminal.ts';
import { namesKey } from './key-arguments.ts';
import { type Given, isReadFromStdin, labelOf, readBody, readValue } from './read-values.ts';

export interface Input {
  /** The values by the names of the fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The body that was given as a whole. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** `expiresAt` for `expires_at`, as the parser of options has it. */
const propertyOf = (name: string): string => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** What was given on the command line, in a file and on stdin, or a sentence for each problem. */
export async function inputOf(
  command: Command,
  row: Row,
  fields: readonly Field[],
  terminal: Terminal,
): Promise<{ readonly input: Input; readonly problems: readonly string[] }> {
  const options = command.opts<Readonly<Record<string, Given>>>();
  const file = options['input'] as string | undefined;
  const whole = file === undefined ? undefined : readBody(await textOf(file, terminal));
  const problems = whole && 'problem' in whole ? [whole.problem] : [];
  const values: Record<string, unknown> = {};
  let position = 0;
  for (const field of fields) {
    const takes = isArgument(row, field);
    const given = takes ? (command.processedArgs[position++] as Given) : options[propertyOf(field.name)];
    const label = labelOf(field, takes);
    if (given === undefined) {
      if (field.required && whole === undefined) problems.push(`${label} is required.`);
      continue;
    }
    const isFromStdin = isReadFromStdin(field, given) || (given === '-' && namesKey(row, field));
    const read = readValue(field, isFromStdin ? (await terminal.readStdin()).trim() : given, label);
    if ('problem' in read) problems.push(read.problem);
    else if (field.in === 'path' && !isPathValue(read.value)) problems.push(`${label} must be an id.`);
    else values[field.name] = read.value;
  }
  return { input: { values, body: whole && 'value' in whole ? (whole.value as Input['body']) : undefined }, problems };
}

async function textOf(file: string, { readStdin }: Terminal): Promise<string> {
  if (file === '-') return readStdin();
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new CliError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  });
}
