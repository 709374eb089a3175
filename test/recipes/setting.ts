import { after, type Recipe, replace } from './recipe.ts';

const SCHEDULER = 'apps/worker/scheduler.ts';

export const SETTING: Recipe = {
  title: 'a setting',
  rules:
    '`Config` has it under its name in camel case. What several settings make together is composed in `libs/platform/src/config/config.ts`. A command or a domain gets a value as a port of its context, as `OrganizationLimit` of organizations.',
  steps: [
    {
      what: 'the declaration: its name, its rule and its default, with what it means.',
      edits: [
        after(
          'libs/platform/src/config/environment.ts',
          `  AUDIT_LOG_DAYS = 400;\n`,
          `
  /** How long the events of payment providers are kept after they were processed. */
  @Expose()
  @IsDays()
  PROVIDER_EVENT_DAYS = 400;
`,
        ),
      ],
    },
    {
      what: 'whoever needs it reads it from `Config`.',
      edits: [
        replace(SCHEDULER, `const { auditLogDays, eventSink,`, `const { auditLogDays, providerEventDays, eventSink,`),
        replace(
          SCHEDULER,
          `new DeleteOldProviderEvents(webhookRetentionDays.events, stop)`,
          `new DeleteOldProviderEvents(providerEventDays, stop)`,
        ),
      ],
    },
    {
      what: 'its row.',
      edits: [
        after(
          'docs/configuration.md',
          `| \`AUDIT_LOG_DAYS\`              | \`400\`   | entries of the audit log                                                                                           |\n`,
          `| \`PROVIDER_EVENT_DAYS\`         | \`400\`   | events of payment providers, after they were processed                                                             |\n`,
        ),
      ],
    },
  ],
};
