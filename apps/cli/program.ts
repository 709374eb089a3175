import { Command, CommanderError } from 'commander';
import { RESOURCES } from '../api/operations/resources.ts';
import { usageError } from './define-command.ts';
import { withCurrentNames, withoutDryRunValue } from './deprecated-names.ts';
import { ENTRIES } from './entries.ts';
import type { Terminal } from './terminal.ts';
import { asksForProvenance, provenance, version } from '../version.ts';

/** The groups of commands of operators, and those that only work over the HTTP API. */
const GROUPS = [...new Set([...Object.keys(ENTRIES), ...Object.keys(RESOURCES)])];

const EPILOGUE = `
Commands with \`--profile\` work over the HTTP API, from any machine: \`latchkey login\`
signs in, or LATCHKEY_TOKEN has an access token. docs/cli.md lists them.

The others work on the server. Settings are environment variables;
docs/configuration.md lists them. Commands for organizations, users, tokens,
connectors and the secret key work on the database at DATABASE_URL with the
SECRET_KEY of the service. Without DATABASE_URL, they work on the database of
the \`latchkey start\` that is running on the data folder (LATCHKEY_DATA).
The commands \`migrate\`, \`distribute\` and \`events\` require DATABASE_URL.

Exit codes: 0 success, 1 failure, 2 wrong usage, 3 the license key that was
explained is refused, 4 the service refused the request, 5 the service failed,
6 the service cannot be reached, 7 what was compared
differs (\`catalog diff\`).`;

/** The command tree. Only commands that occur in the arguments get their options and subcommands; `completion` needs all of them. */
async function createProgram(terminal: Terminal, args: readonly string[]): Promise<Command> {
  const program = new Command('latchkey')
    .description('A self-hosted licensing service')
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.print, outputError: () => undefined })
    .exitOverride()
    // Options after the name of a command are its own: `import` and `import compare` have some of the same names.
    .enablePositionalOptions()
    .addHelpText('after', EPILOGUE)
    .version(version(), '--version', 'Print the version; with `--json` also the commit and the digest of the SBOM')
    .helpOption('-h, --help', 'Print help')
    .helpCommand('help [command]', 'Print help for a command')
    .showSuggestionAfterError();
  for (const name of GROUPS) {
    const entry = ENTRIES[name];
    const resource = RESOURCES[name];
    const command = program.command(name, { hidden: entry?.hidden }).description(entry?.description ?? resource!.about);
    if (!args.includes(name) && !args.includes('completion')) continue;
    if (resource) (await import('./resources/define-resource.ts')).defineResource(name, resource, command, terminal);
    if (entry) (await entry.load())(command, terminal);
  }
  return program;
}

/** Runs the command that the arguments name. Throws a `CliError` with a sentence, or a `UsageError` for wrong arguments. */
export async function execute(args: readonly string[], terminal: Terminal): Promise<void> {
  if (asksForProvenance(args)) return terminal.print(`${JSON.stringify(provenance(), null, 2)}\n`);
  const current = withoutDryRunValue(withCurrentNames(args, terminal.warn));
  const program = await createProgram(terminal, current);
  try {
    await program.parseAsync(withoutHelpOfUnknown(program, current), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isHelp = error.exitCode === 0 || error.code === 'commander.help';
    if (!isHelp) throw usageError([sentenceOf(error)], addressed(program, withoutHelpOfUnknown(program, current)));
  }
}

const HELP = new Set(['help', '--help', '-h']);

/** The parser prints the help of a group if a command of it is unknown: without being asked for help it says so. */
function withoutHelpOfUnknown(program: Command, args: readonly string[]): readonly string[] {
  const path = args[0] === 'help' ? args.slice(1) : args;
  let command = program;
  for (const word of path) {
    if (word.startsWith('-') || command.commands.length === 0 || command.registeredArguments.length > 0) return args;
    const next = command.commands.find((each) => each.name() === word);
    if (!next) return word === 'help' ? args : path.filter((each) => !HELP.has(each));
    command = next;
  }
  return args;
}

/** `error: unknown option '--colour'` as a sentence. */
function sentenceOf({ message }: CommanderError): string {
  const [first, ...others] = message.replace(/^error: /, '').split('\n');
  return [`${first!.charAt(0).toUpperCase()}${first!.slice(1).replace(/\.?$/, '.')}`, ...others].join('\n');
}

/** The innermost command that the arguments name. */
function addressed(command: Command, [name, ...others]: readonly string[]): Command {
  const next = command.commands.find((each) => each.name() === name);
  return next ? addressed(next, others) : command;
}
