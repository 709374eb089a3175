import { type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { CustomerView, MEMBER_ROLES } from '../contract/index.ts';

/** A session just opened. The only answer in which its token can be read. */
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
);
export type CustomerSessionView = Infer<typeof CustomerSessionView>;

/** The session that asks, to whoever bears it. */
export const IntrospectedSessionView = object(
  { expires_at: timestamp(), return_url: nullable(text()) },
  'CustomerCustomerSession',
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
);
export type PortalUserView = Infer<typeof PortalUserView>;
