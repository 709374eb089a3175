import { type Infer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { SCOPES } from '#platform/auth';

const fields = {
  id: uuid4(),
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  comment: text(),
  scopes: list(oneOf(SCOPES)),
  expires_at: nullable(timestamp()),
  /** Written behind the requests: up to a minute old. */
  last_used_at: nullable(timestamp()),
};

export const PersonalAccessTokenView = object(fields, 'PersonalAccessToken');
export const OrganizationAccessTokenView = object({ ...fields, organization_id: uuid4() }, 'OrganizationAccessToken');
export type AccessTokenView = Infer<typeof PersonalAccessTokenView> | Infer<typeof OrganizationAccessTokenView>;
