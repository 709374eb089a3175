import { EndAllUserSessions, ResetSecondFactor, SetUserPassword, SignOutEverywhere } from '#identity';
import {
  SetMemberRole,
  RemoveMember,
  IdOfUser,
  ListUsers,
  OrganizationsOfUser,
  RegisterUser,
  type Role,
  ROLES,
  SetUserBlocked,
  SetUserTrusted,
} from '#organizations';
import { newSecret } from '#engine/secrets';
import { EmailOption } from '../option-types.ts';
import { type Define, defineCommand, type Result } from '../define-command.ts';
import { loggedIn } from '../logged-in.ts';
import { orNotFound } from '../not-found.ts';
import { CliFlag, CliOption } from '../options.ts';
import { withService } from '../with-application.ts';
import { idOfOrganization } from '../with-organization.ts';

class UserOptions {
  @EmailOption('E-mail address of the user')
  readonly email!: string;
}

class MemberOptions extends UserOptions {
  @CliOption('<slug>', 'Slug of the organization')
  readonly organization!: string;
}

class RoleOptions extends MemberOptions {
  @CliOption('<role>', 'Role of the user in the organization', { choices: ROLES })
  readonly role!: Role;
}

class ListOptions {
  @CliOption('<slug>', 'Only users of this organization', { optional: true })
  readonly organization?: string;
}

const list = ({ organization }: ListOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async (buses): Promise<Result> => {
    if (organization !== undefined) await idOfOrganization(buses, organization);
    const users = await buses.queries.execute(new ListUsers(organization));
    const lines = users.map(({ email, is_blocked, organizations }) => {
      const roles = organizations.map(({ slug, role }) => `${slug} (${role})`).join(', ') || 'no organization';
      return `${email}  ${roles}${is_blocked ? '  blocked' : ''}`;
    });
    return { text: lines.length > 0 ? lines.join('\n') : 'There are no users.', data: users };
  });

const add = ({ organization, email, role }: RoleOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async (buses) => {
    const { commands } = buses;
    loggedIn([await idOfOrganization(buses, organization)]);
    const userId = await commands.execute(new RegisterUser(email));
    await orNotFound(`Organization ${organization}`, commands.execute(new SetMemberRole({ slug: organization }, userId, role)));
    return { text: `${email} now has the role ${role} in organization ${organization}.`, data: { organization, email, role } };
  });

const remove = ({ organization, email }: MemberOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands, queries }) => {
    const userId = await orNotFound(`User ${email}`, queries.execute(new IdOfUser(email)));
    await orNotFound(`Organization ${organization}`, commands.execute(new RemoveMember({ slug: organization }, userId)));
    return { text: `${email} no longer belongs to organization ${organization}.`, data: { organization, email, role: null } };
  });

const setBlocked =
  (blocked: boolean) =>
  ({ email }: UserOptions, env: NodeJS.ProcessEnv) =>
    withService(env, async ({ commands, queries }) => {
      const id = await orNotFound(`User ${email}`, queries.execute(new IdOfUser(email)));
      loggedIn(await queries.execute(new OrganizationsOfUser(id)));
      await commands.execute(new SetUserBlocked({ id }, blocked));
      if (blocked) await commands.execute(new EndAllUserSessions(id));
      return { text: `${email} is ${blocked ? 'now' : 'no longer'} blocked.`, data: { email, blocked } };
    });

const setTrusted =
  (trusted: boolean) =>
  ({ email }: UserOptions, env: NodeJS.ProcessEnv) =>
    withService(env, async ({ commands, queries }) => {
      const id = await orNotFound(`User ${email}`, queries.execute(new IdOfUser(email)));
      loggedIn(await queries.execute(new OrganizationsOfUser(id)));
      await commands.execute(new SetUserTrusted({ id }, trusted));
      const counted = trusted ? 'each by itself' : 'together';
      return { text: `The organizations of ${email} now count ${counted}.`, data: { email, trusted } };
    });

/** The password is made here, because options can be read in the list of processes. */
const setPassword = ({ email }: UserOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands, queries }) => {
    const id = await orNotFound(`User ${email}`, queries.execute(new IdOfUser(email)));
    const password = newSecret();
    await commands.execute(new SetUserPassword({ id, email }, password));
    return { text: password, data: { email, password } };
  });

const resetSecondFactor = ({ email }: UserOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands, queries }) => {
    const id = await orNotFound(`User ${email}`, queries.execute(new IdOfUser(email)));
    await commands.execute(new ResetSecondFactor(id));
    return { text: `${email} signs in without a second factor now, and is signed out everywhere.`, data: { email } };
  });

class EndSessionsOptions extends UserOptions {
  @CliFlag('End their personal access tokens and what they allowed applications as well')
  readonly tokens: boolean = false;
}

const endSessions = ({ email, tokens }: EndSessionsOptions, env: NodeJS.ProcessEnv) =>
  withService(env, async ({ commands, queries }) => {
    const id = await orNotFound(`User ${email}`, queries.execute(new IdOfUser(email)));
    loggedIn(await queries.execute(new OrganizationsOfUser(id)));
    await commands.execute(new SignOutEverywhere(id, null, { personalAccessTokens: tokens, authorizations: tokens }));
    const what = tokens ? 'All sessions, access tokens and authorizations' : 'All sessions';
    return { text: `${what} of ${email} have ended.`, data: { email, tokens } };
  });

export const defineUsers: Define = (group, terminal) => {
  defineCommand(group.command('list').description('List users with their organizations and roles'), terminal, {
    options: ListOptions,
    run: list,
  });
  defineCommand(group.command('add').description('Add a user to an organization, or change their role in it'), terminal, {
    options: RoleOptions,
    run: add,
  });
  defineCommand(
    group.command('remove').description('Remove a user from an organization; the last owner cannot be removed'),
    terminal,
    {
      options: MemberOptions,
      run: remove,
    },
  );
  defineCommand(group.command('block').description('Disable all personal access tokens of a user, and sign them out'), terminal, {
    options: UserOptions,
    run: setBlocked(true),
  });
  defineCommand(
    group
      .command('set-password')
      .description('Print a new password for a user, who signs in with it and changes it then; ends all sessions of the user'),
    terminal,
    { options: UserOptions, run: setPassword },
  );
  defineCommand(
    group
      .command('reset-second-factor')
      .description(
        'Remove the second factor of a user who has lost the device and the recovery codes; ends all sessions of the user',
      ),
    terminal,
    { options: UserOptions, run: resetSecondFactor },
  );
  defineCommand(
    group
      .command('end-sessions')
      .description(
        'Sign a user out everywhere, with --tokens also of their access tokens and applications, and let them sign in again',
      ),
    terminal,
    { options: EndSessionsOptions, run: endSessions },
  );
  defineCommand(
    group
      .command('trust')
      .description(
        'Let each organization of a user have its own share of the service, its own limits of mail and its own storage',
      ),
    terminal,
    { options: UserOptions, run: setTrusted(true) },
  );
  defineCommand(group.command('untrust').description('Let the organizations that a user made share these again'), terminal, {
    options: UserOptions,
    run: setTrusted(false),
  });
  defineCommand(group.command('unblock').description('Enable the personal access tokens of a blocked user again'), terminal, {
    options: UserOptions,
    run: setBlocked(false),
  });
};
