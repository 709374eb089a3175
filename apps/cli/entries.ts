import { RESOURCES } from '../api/operations/resources.ts';
import type { Define } from './define-command.ts';

interface Entry {
  readonly description: string;
  readonly hidden?: true;
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
      .option('--processes <number>', 'Serve the API with this many processes, instead of API_PROCESSES')
      .action(async ({ processes }: { readonly processes?: string }) => {
        if (processes !== undefined) process.env['API_PROCESSES'] = processes;
        await start();
      });
  return async () => define;
};

/** The commands that need modules of their own. Those of `RESOURCES` join the groups of the same name. */
export const ENTRIES: Readonly<Record<string, Entry>> = {
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
  distribute: {
    description: 'Divide the tables of the database by organization, on the nodes of Citus',
    load: async () => (await import('./commands/distribute.ts')).defineDistribute,
  },
  doctor: {
    description: 'Check settings, database, queue, mail, clock and disk, and say what to do',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  'support-bundle': {
    description: 'Print settings without secrets, versions, findings, sizes and last errors as JSON, for whoever helps',
    load: async () => (await import('./commands/support-bundle.ts')).defineSupportBundle,
  },
  organizations: {
    description: RESOURCES['organizations']!.about,
    load: async () => (await import('./commands/organizations.ts')).defineOrganizations,
  },
  users: {
    description: 'Add users to organizations, change their roles, block them',
    load: async () => (await import('./commands/users.ts')).defineUsers,
  },
  tokens: { description: RESOURCES['tokens']!.about, load: async () => (await import('./commands/tokens.ts')).defineTokens },
  events: {
    description: 'List events that could not be processed, and retry them',
    load: async () => (await import('./commands/events.ts')).defineEvents,
  },
  'audit-log': {
    description: RESOURCES['audit-log']!.about,
    load: async () => (await import('./commands/audit-log.ts')).defineAuditLog,
  },
  usage: {
    description: 'Count stored usage events again',
    load: async () => (await import('./commands/usage.ts')).defineUsage,
  },
  webhooks: {
    description: RESOURCES['webhooks']!.about,
    load: async () => (await import('./commands/webhooks.ts')).defineWebhooks,
  },
  catalog: {
    description: 'Keep products, benefits and meters in a file: pull it, compare it, and push it to an organization',
    load: async () => (await import('./commands/catalog.ts')).defineCatalog,
  },
  releases: {
    description: RESOURCES['releases']!.about,
    load: async () => (await import('./commands/releases.ts')).defineReleases,
  },
  connectors: {
    description: 'Connect payment providers, try out their webhooks, and process their events again',
    load: async () => (await import('./commands/connectors.ts')).defineConnectors,
  },
  lists: {
    description: 'Count the rows of lists anew',
    load: async () => (await import('./commands/lists.ts')).defineLists,
  },
  metrics: {
    description: 'Make the sums anew that metrics are read from',
    load: async () => (await import('./commands/metrics.ts')).defineMetrics,
  },
  media: {
    description: 'Move uploaded files from the data folder to a bucket',
    load: async () => (await import('./commands/media.ts')).defineMedia,
  },
  'secret-key': {
    description: 'Rotate the secret key',
    load: async () => (await import('./commands/secret-key.ts')).defineSecretKey,
  },
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
    description: 'Sign in to a service with a browser, and keep the token in a profile',
    load: async () => (await import('./commands/login.ts')).defineLogin,
  },
  profiles: {
    description: 'List, choose and remove the profiles of `latchkey login`',
    load: async () => (await import('./commands/profiles.ts')).defineProfiles,
  },
  mcp: {
    description: 'Offer the commands of the HTTP API as tools to a model (MCP), on stdin and stdout',
    load: async () => (await import('./commands/mcp.ts')).defineMcp,
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
  'complete-ids': {
    description: 'Print ids for the completion of a shell',
    hidden: true,
    load: async () => (await import('./commands/complete-ids.ts')).defineCompleteIds,
  },
};
