import { SCOPES, type SellerPrincipal } from '#platform/auth';
import { clientAddress, defineRequest, type Exchange, type InputOf, repeatable, paging } from '#platform/http';
import {
  describeFields,
  describeInput,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid4,
  strict,
  defineField,
  type Field,
  type Issue,
} from '#platform/wire';
import type { NewAccessToken, TokenLimits } from '../../commands/issue-access-token.ts';
import { OrganizationAccessTokenView, PersonalAccessTokenView } from '../../queries/access-token.view.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** Milliseconds of a year (365 days), a month (30 days), a week, a day, an hour, a minute and a second. */
const UNITS = [365 * DAY, 30 * DAY, 7 * DAY, DAY, 3600 * SECOND, 60 * SECOND, SECOND];
const MAX_DURATION = 36_500 * DAY;

const part = (unit: string): string => `(?:(\\d{1,9}(?:[.,]\\d{1,9})?)${unit})?`;
const ISO = new RegExp(`^P(?!$)${['Y', 'M', 'W', 'D'].map(part).join('')}(?:T(?=\\d)${['H', 'M', 'S'].map(part).join('')})?$`);

function readDuration(input: unknown, issues: Issue[]): number {
  const failWith = (type: string, msg: string, ctx?: Issue['ctx']): number => {
    issues.push({ loc: [], type, msg, input: typeof input === 'number' && !Number.isFinite(input) ? null : input, ctx });
    return 0;
  };
  if (typeof input !== 'string') return failWith('time_delta_type', 'Input should be a valid timedelta');
  const parts = ISO.exec(input)?.slice(1);
  if (!parts) {
    const error = 'expected a duration in ISO 8601, such as P30D or PT12H';
    return failWith('time_delta_parsing', `Input should be a valid timedelta, ${error}`, { error });
  }
  const duration = UNITS.reduce((sum, unit, index) => sum + Number(parts[index]?.replace(',', '.') ?? 0) * unit, 0);
  if (duration < 1) return failWith('greater_than', 'Input should be greater than PT0S', { gt: 'PT0S' });
  if (duration > MAX_DURATION)
    return failWith('less_than_equal', 'Input should be less than or equal to P36500D', { le: 'P36500D' });
  return Math.round(duration);
}

/** A positive duration of at most 36,500 days in ISO 8601, read as milliseconds. */
const duration = (): Field<number> => defineField({ schema: { type: 'string', format: 'duration' }, read: readDuration });

const texts = describeInput('access token');
const path = describeFields({ id: uuid4() }, texts.path);
const comment = text({ max: 255 });
/** Several times the number of scopes: repeated ones count once. */
const MAX_SCOPES = 500;
const scopes = list(oneOf(SCOPES), { max: MAX_SCOPES });

const UPDATE = {
  comment: { text: 'The purpose of the access token, for people.', example: 'Production server' },
  scopes: {
    text: 'The scopes of the access token. They must be among the scopes of the token that makes the request.',
    example: ['license_keys:read', 'license_keys:write'],
  },
};
const CREATE = {
  ...UPDATE,
  expires_in: {
    text: 'After how long the access token expires, as an ISO 8601 duration. It cannot expire later than the token that makes the request. Without `expires_in` it expires together with that token; if that does not expire, or in the session of a user, the new token is valid until it is deleted.',
    example: 'P90D',
  },
};

const attributes = { comment, scopes, expires_in: optional(nullable(duration())) };
const changes = { comment: optional(comment), scopes: optional(scopes) };

export const OneAccessTokenRequest = defineRequest({ path });
export const ListPersonalAccessTokensRequest = defineRequest({ query: paging });
export const ListOrganizationAccessTokensRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()) },
      { organization_id: 'Returns only access tokens of these organizations. Can be repeated.' },
    ),
    ...paging,
  },
});

export const CreatePersonalAccessTokenRequest = defineRequest({
  body: strict(object(attributes, 'PersonalAccessTokenCreate', CREATE)),
});
export const CreateOrganizationAccessTokenRequest = defineRequest({
  body: strict(
    object({ ...attributes, organization_id: optional(nullable(uuid4())) }, 'OrganizationAccessTokenCreate', {
      ...CREATE,
      organization_id: 'The ID of the organization. Required unless `Polar-Organization` names it.',
    }),
  ),
});

type CreateBody = InputOf<typeof CreatePersonalAccessTokenRequest>['body'];

/** A token is limited to the scopes and the lifetime of the token that creates or changes it. In a session the user decides. */
export const limitsOf = (
  { id, scopes: within, tokenExpiresAt, authenticatedAt }: SellerPrincipal,
  { request }: Exchange,
): TokenLimits => ({
  within,
  latestExpiry: authenticatedAt ? null : tokenExpiresAt,
  by: { userId: id, address: clientAddress(request) },
});

export const attributesOf = (body: CreateBody, limits: TokenLimits): NewAccessToken => ({
  comment: body.comment,
  scopes: body.scopes,
  lifetime: body.expires_in ?? null,
  ...limits,
});

export const UpdateAccessTokenRequest = defineRequest({
  path,
  body: strict(object(changes, 'AccessTokenUpdate', UPDATE), OrganizationAccessTokenView),
});

const TOKEN = { token: { text: 'The token itself. No other response contains it.', example: 'latchkey_oat_…' } };

/** The only responses that contain a token. */
export const CreatedPersonalAccessTokenView = object(
  { personal_access_token: PersonalAccessTokenView, token: text() },
  'PersonalAccessTokenCreated',
  { personal_access_token: 'The access token without its secret.', ...TOKEN },
);
export const CreatedOrganizationAccessTokenView = object(
  { organization_access_token: OrganizationAccessTokenView, token: text() },
  'OrganizationAccessTokenCreated',
  { organization_access_token: 'The access token without its secret.', ...TOKEN },
);
