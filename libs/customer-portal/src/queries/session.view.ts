import { describeResource, type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { CustomerView, MEMBER_ROLES } from '../contract/index.ts';

/** A new session. The only response that contains its token. */
export const CustomerSessionView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    token: text(),
    expires_at: timestamp(),
    return_url: nullable(text()),
    customer_portal_url: text(),
    customer_id: uuid4(),
    customer: CustomerView,
  },
  'CustomerSession',
  {
    ...describeResource('session'),
    token: { text: 'The token of the session. No other response contains it.', example: 'latchkey_cst_…' },
    expires_at: 'When the session expires: one hour after it was created.',
    return_url: 'The URL to which the portal leads back, or `null`.',
    customer_portal_url: 'The URL that signs the customer in to the portal.',
    customer_id: 'The ID of the customer.',
    customer: 'The customer.',
  },
);
export type CustomerSessionView = Infer<typeof CustomerSessionView>;

/** The session of the request. */
export const IntrospectedSessionView = object(
  { expires_at: timestamp(), return_url: nullable(text()) },
  'CustomerCustomerSession',
  { expires_at: 'When the session expires.', return_url: 'The URL to which the portal leads back, or `null`.' },
);
export type IntrospectedSessionView = Infer<typeof IntrospectedSessionView>;

export const PortalUserView = object(
  {
    type: oneOf(['customer', 'member']),
    name: nullable(text()),
    email: text(),
    customer_id: uuid4(),
    member_id: nullable(uuid4()),
    role: nullable(oneOf(MEMBER_ROLES)),
  },
  'PortalAuthenticatedUser',
  {
    type: 'Whether the session belongs to the customer itself or to a member.',
    name: 'The name of the customer or member, or `null`.',
    email: 'The e-mail address of the customer or member.',
    customer_id: 'The ID of the customer.',
    member_id: 'The ID of the member, or `null` in a session of the customer.',
    role: 'The role of the member, or `null` in a session of the customer.',
  },
);
export type PortalUserView = Infer<typeof PortalUserView>;
