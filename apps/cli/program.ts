import { Command, CommanderError } from 'commander';
import { type Define, usageError } from './define-command.ts';
import { withCurrentNames } from './deprecated-names.ts';
import type { Terminal } from './terminal.ts';
import { asksForProvenance, provenance, version } from './version.ts';

interface Entry {
  readonly description: string;
  /** Loaded only when the command is used, so that starting a process does not pay for the others. */
  readonly load: () => Promise<Define>;
}

const runs = (start: () => Promise<unknown>): Entry['load'] => {
  const define: Define = (command) => void command.action(async () => void (await start()));
  return async () => define;
};

/** The option is the setting of the process that starts, which validates it. */
const servesApi = (start: () => Promise<unknown>): Entry['load'] => {
  const define: Define = (command) =>
    void command
      .option('--processes <number>', 'Serve the API with this many processes, instead of API_PROCESSES (optional)')
      .action(async ({ processes }: { readonly processes?: string }) => {
        if (processes !== undefined) process.env['API_PROCESSES'] = processes;
        await start();
      });
  return async () => define;
};

const ENTRIES: Readonly<Record<string, Entry>> = {
  start: {
    description: 'Run the whole service in one process, with an embedded database unless DATABASE_URL is set',
    load: servesApi(() => import('../standalone/main.ts')),
  },
  api: { description: 'Run the HTTP API', load: servesApi(() => import('../api/main.ts')) },
  worker: {
    description: 'Run the worker, which delivers events and runs scheduled jobs',
    load: runs(() => import('../worker/main.ts')),
  },
  migrate: {
    description: 'Bring the database at DATABASE_URL up to date',
    load: async () => (await import('./commands/migrate.ts')).defineMigrate,
  },
  doctor: {
    description: 'Check settings, database, queue, mail, clock and disk, and say what to do',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  organizations: {
    description: 'Create organizations, change their status and features',
    load: async () => (await import('./commands/organizations.ts')).defineOrganizations,
  },
  users: {
    description: 'Add users to organizations, change their roles, block them',
    load: async () => (await import('./commands/users.ts')).defineUsers,
  },
  tokens: { description: 'Issue access tokens', load: async () => (await import('./commands/tokens.ts')).defineTokens },
  events: {
    description: 'List events that could not be processed, and retry them',
    load: async () => (await import('./commands/events.ts')).defineEvents,
  },
  webhooks: {
    description: 'Bring the webhook events of an organization to this machine',
    load: async () => (await import('./commands/webhooks.ts')).defineWebhooks,
  },
  connectors: {
    description: 'Connect payment providers, try out their webhooks, and process their events again',
    load: async () => (await import('./commands/connectors.ts')).defineConnectors,
  },
  keys: { description: 'Rotate the secret key', load: async () => (await import('./commands/keys.ts')).defineKeys },
  'signing-keys': {
    description: 'Rotate and list the keys that sign leases of license keys',
    load: async () => (await import('./commands/signing-keys.ts')).defineSigningKeys,
  },
  'openid-keys': {
    description: 'Rotate and list the keys that sign ID tokens of users',
    load: async () => (await import('./commands/openid-keys.ts')).defineOpenIdKeys,
  },
  'test-clock': {
    description: 'Show and advance the clock of an organization in a sandbox',
    load: async () => (await import('./commands/test-clock.ts')).defineTestClock,
  },
  import: {
    description: 'Import customers, purchases and license keys of an existing business from a file',
    load: async () => (await import('./commands/import.ts')).defineImport,
  },
  login: {
    description: 'Sign in with a browser, and print an access token',
    load: async () => (await import('./commands/login.ts')).defineLogin,
  },
  explain: {
    description: 'Explain whether a license key can be activated or validated, and why not',
    load: async () => (await import('./commands/explain.ts')).defineExplain,
  },
  healthy: {
    description: 'Check the health of the API or the worker that runs beside this command',
    load: async () => (await import('./commands/healthy.ts')).defineHealthy,
  },
  completion: {
    description: 'Print a completion script for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).defineCompletion,
  },
};

const EPILOGUE = `
Settings are environment variables; README.md lists them. Commands for
organizations, users, tokens, connectors and keys work on the database at DATABASE_URL with
the SECRET_KEY of the service. Without DATABASE_URL, they work on the database
of the \`latchkey start\` that is running on the data folder (LATCHKEY_DATA).
The commands \`migrate\` and \`events\` require DATABASE_URL. \`webhooks\` and
\`import\` work over the HTTP API, from any machine.

Exit codes: 0 success, 1 failure, 2 wrong usage.`;

/** The command tree. Only commands that occur in the arguments get their options and subcommands; `completion` needs all of them. */
async function createProgram(terminal: Terminal, args: readonly string[]): Promise<Command> {
  const program = new Command('latchkey')
    .description('A self-hosted licensing service')
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.print, outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', EPILOGUE)
    .version(version(), '--version', 'Print the version; with `--json` also the commit and the digest of the SBOM')
    .helpOption('-h, --help', 'Print help')
    .helpCommand('help [command]', 'Print help for a command')
    .showSuggestionAfterError();
  for (const [name, { description, load }] of Object.entries(ENTRIES)) {
    const command = program.command(name).description(description);
    if (args.includes(name) || args.includes('completion')) (await load())(command, terminal);
  }
  return program;
}

/** Runs the command that the arguments name. Throws a `CliError` with a sentence, or a `UsageError` for wrong arguments. */
export async function execute(args: readonly string[], terminal: Terminal): Promise<void> {
  if (asksForProvenance(args)) return terminal.print(`${JSON.stringify(provenance(), null, 2)}\n`);
  const current = withCurrentNames(args, terminal.warn);
  const program = await createProgram(terminal, current);
  try {
    await program.parseAsync(current, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isHelp = error.exitCode === 0 || error.code === 'commander.help';
    if (!isHelp) throw usageError([sentenceOf(error)], addressed(program, current));
  }
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
