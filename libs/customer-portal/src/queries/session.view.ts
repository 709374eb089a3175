import { boolean, describeResource, type Infer, nullable, object, oneOf, optional, text, timestamp, uuid4 } from '#platform/wire';
import { CustomerView } from '../views/index.ts';
import { MEMBER_ROLES } from '../views/member.view.ts';

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

const ViewerView = object(
  { type: oneOf(['user', 'organization']), id: uuid4(), name: text(), read_only: boolean(), sees_sales: boolean() },
  'CustomerSessionViewer',
  {
    type: 'Whether a user looks, or an application with an access token of the organization.',
    id: 'The ID of the user or organization.',
    name: { text: 'The e-mail address of the user, or the name of the organization.', example: 'ada@example.com' },
    read_only: 'Whether the session changes nothing.',
    sees_sales: 'Whether the session shows orders and subscriptions, which the role `support` does not see.',
  },
);
export type ViewerView = Infer<typeof ViewerView>;

/** A session of a viewer that was just created. */
export const ViewingSessionView = object({ ...CustomerSessionView.fields, viewer: ViewerView }, 'CustomerViewingSession', {
  viewer: 'Who looks at the portal.',
});
export type ViewingSessionView = Infer<typeof ViewingSessionView>;

/** The session of the request. */
export const IntrospectedSessionView = object(
  { expires_at: timestamp(), return_url: nullable(text()), viewer: optional(ViewerView) },
  'CustomerCustomerSession',
  {
    expires_at: 'When the session expires.',
    return_url: 'The URL to which the portal leads back, or `null`.',
    viewer: 'Who looks at the portal. Missing in a session of the customer or member itself. An extension.',
  },
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
