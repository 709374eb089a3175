import { SCOPES } from '#platform/auth';
import { defineRequest, repeatable, paging } from '#platform/http';
import { list, nullable, object, oneOf, optional, text, uuid4 } from '#platform/wire';
import { OrganizationAccessTokenView, PersonalAccessTokenView } from '../../queries/access-token.view.ts';
import { duration } from './duration.ts';

const path = { id: uuid4() };
const comment = text({ max: 255 });
const scopes = list(oneOf(SCOPES));

/** Without `expires_in` a token lives until it is deleted. */
const attributes = { comment, scopes, expires_in: optional(nullable(duration())) };
const changes = { comment: optional(comment), scopes: optional(scopes) };

export const OneAccessTokenRequest = defineRequest({ path });
export const ListPersonalAccessTokensRequest = defineRequest({ query: paging });
export const ListOrganizationAccessTokensRequest = defineRequest({ query: { organization_id: repeatable(uuid4()), ...paging } });

export const CreatePersonalAccessTokenRequest = defineRequest({ body: object(attributes, 'PersonalAccessTokenCreate') });
export const CreateOrganizationAccessTokenRequest = defineRequest({
  body: object({ ...attributes, organization_id: optional(nullable(uuid4())) }, 'OrganizationAccessTokenCreate'),
});

export const UpdateAccessTokenRequest = defineRequest({ path, body: object(changes, 'AccessTokenUpdate') });

/** The only answers in which a token can be read. */
export const CreatedPersonalAccessTokenView = object(
  { personal_access_token: PersonalAccessTokenView, token: text() },
  'PersonalAccessTokenCreated',
);
export const CreatedOrganizationAccessTokenView = object(
  { organization_access_token: OrganizationAccessTokenView, token: text() },
  'OrganizationAccessTokenCreated',
);
