import { after, before, create, type Recipe } from './recipe.ts';

const METRICS = 'libs/metrics/src';

export const SCHEDULED_JOB: Recipe = {
  title: 'a scheduled job',
  rules:
    'Every worker runs it, at once and then at its interval, so it takes what is due in batches that exclude each other, and begins with the first one again if it is interrupted. What falls due by the clock of an organization is a row of `apps/worker/due-work.ts` instead.',
  steps: [
    {
      what: 'what one batch does, in the port. Its contract suite says what is taken.',
      edits: [
        after(
          `${METRICS}/domain/dashboards.ts`,
          `  abstract remove(which: WhichDashboard, check: (dashboard: Dashboard) => void): Promise<void>;\n`,
          `
  /** Deletes some dashboards that were made before this time; returns how many. */
  abstract deleteSome(before: Date): Promise<number>;
`,
        ),
      ],
    },
    {
      what: 'the batch: one statement, with a limit, by an index.',
      edits: [
        before(
          `${METRICS}/adapters/persistence/dashboards.repository.ts`,
          `  remove(which: WhichDashboard, check`,
          `  async deleteSome(before: Date): Promise<number> {
    const some = 'select id from metrics.dashboards where created_at < ? limit 500 for update skip locked';
    const statement = \`delete from metrics.dashboards where id in (\${some}) returning id\`;
    return (await this.em.fork().execute<object[]>(statement, [before])).length;
  }

`,
        ),
      ],
    },
    {
      what: 'the command and its handler, which ends early when `stop` is aborted: then the worker stops.',
      edits: [
        create(
          `${METRICS}/commands/delete-old-dashboards.ts`,
          `import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Dashboards } from '../domain/dashboards.ts';

const KEPT_MS = 10 * 365 * 86_400_000;

/** Deletes dashboards that are ten years old, in batches. Stops early when aborted. */
export class DeleteOldDashboards extends Command<void> {
  constructor(readonly stop: AbortSignal) {
    super();
  }
}

@CommandHandler(DeleteOldDashboards)
export class DeleteOldDashboardsHandler implements ICommandHandler<DeleteOldDashboards> {
  constructor(
    private readonly dashboards: Dashboards,
    private readonly clock: WallClock,
  ) {}

  async execute({ stop }: DeleteOldDashboards): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    while (!stop.aborted && (await this.dashboards.deleteSome(before)) > 0);
  }
}
`,
        ),
      ],
    },
    {
      what: 'its line in the index, which registers the handler.',
      edits: [
        after(
          `${METRICS}/commands/index.ts`,
          `export { DeleteDashboardHandler } from './delete-dashboard.ts';\n`,
          `export { DeleteOldDashboardsHandler } from './delete-old-dashboards.ts';\n`,
        ),
      ],
    },
    {
      what: 'the export of the command, for the worker.',
      edits: [
        before(
          `${METRICS}/index.ts`,
          `export { MetricsModule }`,
          `export { DeleteOldDashboards } from './commands/delete-old-dashboards.ts';\n`,
        ),
      ],
    },
    {
      what: 'the row: a name for logs and the audit log, the command, and how often it runs if not every 30 seconds.',
      edits: [
        before(
          'apps/worker/scheduler.ts',
          `import { reportFailure } from '#engine/checks';`,
          `import { DeleteOldDashboards } from '#metrics';\n`,
        ),
        after(
          'apps/worker/scheduler.ts',
          `    { name: 'Deleting stale files', run: (stop) => bus.execute(new DeleteStaleFiles(stop)) },\n`,
          `    { name: 'Deleting old dashboards', run: (stop) => bus.execute(new DeleteOldDashboards(stop)), intervalMs: HOUR_MS },\n`,
        ),
      ],
    },
  ],
};
