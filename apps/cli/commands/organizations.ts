import {
  CreateOrganization,
  type Feature,
  FEATURES,
  type OrganizationStatus,
  OrganizationsOfUser,
  RegisterUser,
  SetOrganizationStatus,
  STATUSES,
  SetFeature,
  StopEnforcingSingleSignOn,
} from '#organizations';
import { type Scope, SCOPES } from '#platform/auth';
import { EmailOption, ScopesOption } from '../option-types.ts';
import { migrateDatabase } from '../../migrate/migrate-database.ts';
import { type Define, defineCommand, type Result } from '../define-command.ts';
import { issueToken } from '../issue-token.ts';
import { loggedIn } from '../logged-in.ts';
import { orNotFound } from '../not-found.ts';
import { CliOption } from '../options.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { withService } from '../with-application.ts';

class CreateOptions {
  @CliOption('<name>', 'Display name')
  readonly name!: string;

  @CliOption('<slug>', 'Identifier in URLs: letters, digits and hyphens. It cannot be changed later')
  readonly slug!: string;

  @EmailOption('E-mail address of the owner; an existing user keeps their other organizations')
  readonly owner!: string;

  @ScopesOption('all by default')
  readonly scopes: readonly Scope[] = SCOPES;
}

class StatusOptions {
  @CliOption('<slug>', 'Slug of the organization')
  readonly organization!: string;

  @CliOption('<status>', 'The new status', { choices: STATUSES })
  readonly status!: OrganizationStatus;
}

class StopEnforcingOptions {
  @CliOption('<slug>', 'Slug of the organization')
  readonly organization!: string;
}

class FeatureOptions {
  @CliOption('<slug>', 'Slug of the organization')
  readonly organization!: string;

  @CliOption('<feature>', 'The feature', { choices: FEATURES })
  readonly feature!: Feature;

  @CliOption('<on|off>', 'The new state', { choices: ['on', 'off'] })
  readonly turn!: 'on' | 'off';
}

/** The first command on a new database migrates it. */
async function create({ name, slug, owner, scopes }: CreateOptions, env: NodeJS.ProcessEnv): Promise<Result> {
  await migrateDatabase((await resolveSettings(env)).databaseUrl);
  return withService(env, async ({ commands, queries }) => {
    const ownerId = await commands.execute(new RegisterUser(owner));
    const id = await commands.execute(new CreateOrganization({ slug, ownerId, profile: { name } }));
    loggedIn(await queries.execute(new OrganizationsOfUser(ownerId)));
    const { text, data } = await issueToken(commands, { userId: ownerId }, { comment: 'First token', scopes });
    return {
      text: `Organization ${slug} was created with the id ${id}. Its owner is ${owner}.\n${text}`,
      data: { id, slug, name, owner, ...data },
    };
  });
}

const setStatus = ({ organization, status }: StatusOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands }) => {
    await orNotFound(`Organization ${organization}`, commands.execute(new SetOrganizationStatus({ slug: organization }, status)));
    return { text: `The status of organization ${organization} is now ${status}.`, data: { organization, status } };
  });

const setFeature = ({ organization, feature, turn }: FeatureOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands }) => {
    const enabled = turn === 'on';
    await orNotFound(`Organization ${organization}`, commands.execute(new SetFeature({ slug: organization }, feature, enabled)));
    return {
      text: `Feature ${feature} is now ${turn} for organization ${organization}.`,
      data: { organization, feature, enabled },
    };
  });

const stopEnforcingSso = ({ organization }: StopEnforcingOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands }) => {
    await orNotFound(`Organization ${organization}`, commands.execute(new StopEnforcingSingleSignOn({ slug: organization })));
    return {
      text: `Members of organization ${organization} need not sign in through its provider any more.`,
      data: { organization, sso_enforced: false },
    };
  });

export const defineOrganizations: Define = (group, terminal) => {
  defineCommand(
    group.command('create').description('Create an organization with its owner and a first personal access token'),
    terminal,
    {
      options: CreateOptions,
      run: create,
    },
  );
  defineCommand(
    group.command('set-status').description('Change the status of an organization; `blocked` makes it read-only'),
    terminal,
    {
      options: StatusOptions,
      run: setStatus,
    },
  );
  defineCommand(
    group.command('set-feature').description('Turn on or off a feature that the organization cannot change itself'),
    terminal,
    {
      options: FeatureOptions,
      run: setFeature,
    },
  );
  defineCommand(
    group.command('stop-enforcing-sso').description('Let members sign in without the provider of their organization again'),
    terminal,
    {
      options: StopEnforcingOptions,
      run: stopEnforcingSso,
    },
  );
};
