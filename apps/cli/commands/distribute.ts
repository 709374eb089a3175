import { Config } from '#platform/config';
import { InvalidConfiguration } from '#platform/config/composition';
import { NOT_MIGRATED, readDatabaseFacts } from '#engine/checks';
import { CliError, UsageError } from '../../process/index.ts';
import { distributeTables, type PlacedTable, planDistribution } from '../../migrate/distribute-tables.ts';
import { isMigrated, withClient } from '../../start-checks.ts';
import { type Define, defineCommand, type Result } from '../define-command.ts';
import { CliFlag } from '../options.ts';

class DistributeOptions {
  @CliFlag('List where each table would be and why, and change nothing')
  readonly dryRun: boolean = false;

  @CliFlag('Move the tables')
  readonly yes: boolean = false;
}

const PLACES = { organization: 'divided', 'every node': 'on every node', coordinator: 'coordinator' } as const;

function listed(tables: readonly PlacedTable[]): Result {
  const width = Math.max(...tables.map(({ name }) => name.length));
  const line = ({ name, placement, reason, isDone }: PlacedTable): string =>
    `${name.padEnd(width)}  ${PLACES[placement].padEnd(13)}  ${isDone ? '' : 'to be moved: '}${reason}`;
  return {
    text: tables.map(line).join('\n'),
    data: tables.map(({ name, placement, reason, isDone }) => ({ table: name, place: PLACES[placement], reason, done: isDone })),
  };
}

/** `latchkey distribute`: can be repeated. */
export const defineDistribute: Define = (command, terminal) =>
  defineCommand(command, terminal, {
    options: DistributeOptions,
    async run({ dryRun, yes }, env, { report }) {
      const { databaseUrl } = Config.from(env);
      if (!databaseUrl) throw new InvalidConfiguration(['DATABASE_URL must be set: the database of a coordinator of Citus.']);
      if (dryRun === yes) throw new UsageError('Say --dry-run to see where the tables would be, or --yes to move them.');
      return withClient(
        databaseUrl,
        async (client) => {
          if (!isMigrated(await readDatabaseFacts(client))) throw new CliError(NOT_MIGRATED);
          const { tables, problems } = await planDistribution(client);
          if (problems.length > 0) throw new CliError(problems.join('\n'));
          if (dryRun) return listed(tables);
          const moved: string[] = [];
          await distributeTables(client, tables, (name) => {
            moved.push(name);
            report({ text: name, data: { table: name } });
          });
          const text = `${moved.length === 0 ? 'No table had to be moved.' : `${moved.length} tables were moved.`} Start every process again.`;
          return { text, data: { moved } };
        },
        { statementMs: 0 },
      );
    },
  });
