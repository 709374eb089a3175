import { parseArgs } from 'node:util';
import { CliError } from '#platform/process';
import { helpOf, USAGE } from './help.ts';
import type { Option, Subcommand, Values } from './subcommand.ts';
import { subcommands } from './subcommands/index.ts';

/** What is to be done: tell something, or run a subcommand. Throws `CliError` with a sentence for wrong arguments. */
export type Wish = { readonly help: string } | { readonly subcommand: Subcommand; readonly values: Values };

export function readArguments([name, ...rest]: readonly string[]): Wish {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return { help: USAGE };
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (!subcommand) throw wrong(`There is no command ${name}.`);
  const values = parse(name, subcommand, rest);
  if (values['help']) return { help: helpOf(name, subcommand) };
  for (const [option, definition] of Object.entries(subcommand.options)) check(name, option, definition, values[option]);
  return { subcommand, values };
}

function parse(name: string, { options }: Subcommand, args: readonly string[]): Values {
  const known = Object.fromEntries(Object.keys(options).map((option) => [option, { type: 'string' } as const]));
  try {
    const { values } = parseArgs({ args: [...args], options: { ...known, help: { type: 'boolean', short: 'h' } } });
    return values as Values;
  } catch (error) {
    throw wrong((error as Error).message.replace(/\. [\s\S]*$|\n[\s\S]*$/, '').replace(/\.?$/, '.'), name);
  }
}

function check(name: string, option: string, { value: placeholder, optional, choices }: Option, value: string | undefined): void {
  if (value === undefined ? !optional : value.trim() === '') throw wrong(`--${option} ${placeholder} is needed.`, name);
  if (value !== undefined && choices && !choices.includes(value)) {
    throw wrong(`--${option} must be one of ${choices.join(', ')}, not ${value}.`, name);
  }
}

const wrong = (sentence: string, name = ''): CliError =>
  new CliError(`${sentence}\nSee npm run bootstrap -- ${name ? `${name} ` : ''}--help`);
