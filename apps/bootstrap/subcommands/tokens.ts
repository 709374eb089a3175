import { IdOfOrganization, IdOfUser } from '#organizations';
import { CliError } from '#platform/process';
import { define } from '../subcommand.ts';
import { found } from './found.ts';
import { EMAIL, issueToken, ORGANIZATION, readScopes, SCOPES_OPTION } from './options.ts';

const DAY = 86_400_000;
const MOST_DAYS = 36_500;

function readDays(days: string | undefined): number | null {
  if (days === undefined) return null;
  if (/^\d{1,5}$/.test(days) && Number(days) >= 1 && Number(days) <= MOST_DAYS) return Number(days) * DAY;
  throw new CliError(`--days must be a number between 1 and ${MOST_DAYS}, not ${days}.`);
}

export const token = define({
  summary: 'Issues a token of an organization (--organization) or of a user (--email).',
  options: {
    organization: { ...ORGANIZATION, optional: true },
    email: { ...EMAIL, optional: true },
    comment: { value: '<text>', about: 'What it is for.', optional: true },
    scopes: SCOPES_OPTION,
    days: { value: '<number>', about: 'How long it lives; otherwise until it is deleted.', optional: true },
  },
  async run({ commands, queries }, { organization, email, comment = '', scopes, days }) {
    if ((organization === undefined) === (email === undefined)) {
      throw new CliError('Either --organization <slug> or --email <email> is needed.');
    }
    const attributes = { comment, scopes: readScopes(scopes), lifetime: readDays(days) };
    const owner =
      organization === undefined
        ? { userId: await found(email!, queries.execute(new IdOfUser(email!))) }
        : { organizationId: await found(organization, queries.execute(new IdOfOrganization(organization))) };
    return issueToken(commands, owner, attributes);
  },
});
