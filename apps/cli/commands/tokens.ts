import { Transform } from 'class-transformer';
import { Max, Min } from 'class-validator';
import { IdOfUser, OrganizationsOfUser } from '#organizations';
import type { Scope } from '#platform/auth';
import { UsageError } from '../../process/index.ts';
import { EmailOption, ScopesOption } from '../option-types.ts';
import { type Define, defineCommand } from '../define-command.ts';
import { issueToken } from '../issue-token.ts';
import { loggedIn } from '../logged-in.ts';
import { orNotFound } from '../not-found.ts';
import { CliOption } from '../options.ts';
import { withService } from '../with-application.ts';
import { idOfOrganization } from '../with-organization.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;
const DEFAULT_DAYS = 90;
const days = { message: `--days must be a number between 1 and ${MAX_DAYS}, or never.` };

function daysOf(value: unknown): unknown {
  if (value === 'never') return null;
  return /^\d+$/.test(String(value)) ? Number(value) : value;
}

class IssueOptions {
  @CliOption('<slug>', 'Slug of the organization that the token acts as', { optional: true })
  readonly organization?: string;

  @EmailOption('E-mail address of the user that the token acts as', { optional: true })
  readonly email?: string;

  @CliOption('<text>', 'What the token is for', { optional: true })
  readonly comment?: string;

  @ScopesOption('required')
  readonly scopes?: readonly Scope[];

  @CliOption('<number>', `Days until the token expires, or never; ${DEFAULT_DAYS} by default`, { optional: true })
  @Transform(({ value }: { value: unknown }) => daysOf(value))
  @Min(1, days)
  @Max(MAX_DAYS, days)
  readonly days: number | null = DEFAULT_DAYS;
}

function issue(options: IssueOptions, env: NodeJS.ProcessEnv) {
  const { organization, email, comment = '', scopes, days: lifetimeDays } = options;
  if ((organization === undefined) === (email === undefined)) {
    throw new UsageError('Either --organization <slug> or --email <email> is required.');
  }
  if (scopes === undefined) {
    throw new UsageError('--scopes <scopes> is required: the fewest that the token needs, or all.');
  }
  const lifetime = lifetimeDays === null ? null : lifetimeDays * DAY_MS;
  return withService(env, async (buses) => {
    const { commands, queries } = buses;
    const owner =
      organization === undefined
        ? { userId: await orNotFound(`User ${email!}`, queries.execute(new IdOfUser(email!))) }
        : { organizationId: await idOfOrganization(buses, organization) };
    if (owner.userId !== undefined) loggedIn(await queries.execute(new OrganizationsOfUser(owner.userId)));
    return issueToken(commands, owner, { comment, scopes, lifetime });
  });
}

export const defineTokens: Define = (group, terminal) =>
  defineCommand(
    group.command('issue').description('Issue a token of an organization (--organization) or of a user (--email)'),
    terminal,
    {
      options: IssueOptions,
      run: async (options, env) => issue(options, env),
    },
  );
