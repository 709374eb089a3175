import {
  describeFields,
  describeResource,
  type Infer,
  list,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { SCOPES } from '#platform/auth';

const fields = describeFields(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    comment: text(),
    scopes: list(oneOf(SCOPES)),
    expires_at: nullable(timestamp()),
    last_used_at: nullable(timestamp()),
  },
  {
    ...describeResource('access token'),
    comment: { text: 'The purpose of the access token, for people.', example: 'Production server' },
    scopes: 'The scopes of the access token.',
    expires_at: 'When the access token expires, or `null` if it does not.',
    last_used_at: 'When the access token was last used, or `null`. Up to a minute old.',
  },
);

export const PersonalAccessTokenView = object(fields, 'PersonalAccessToken');
export const OrganizationAccessTokenView = object({ ...fields, organization_id: uuid4() }, 'OrganizationAccessToken', {
  organization_id: 'The ID of the organization that the access token belongs to.',
});
export type AccessTokenView = Infer<typeof PersonalAccessTokenView> | Infer<typeof OrganizationAccessTokenView>;
