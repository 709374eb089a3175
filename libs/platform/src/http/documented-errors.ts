/** Error responses that operations of several contexts document: the name in `error`, and when it is returned. */
export const NOT_PERMITTED = ['NotPermitted', 'The role of the user does not allow it.'] as const;

export const MANAGEMENT_NOT_PERMITTED = [
  'NotPermitted',
  'The role of the user does not allow it: changes require the role `owner`, `admin` or `member`.',
] as const;

/** In a session of somebody who looks at the portal. */
export const SALES_NOT_SHOWN = ['NotPermitted', 'The role of the viewer does not show sales.'] as const;

export const MAIL_LIMIT_EXCEEDED = [
  'TooManyRequests',
  'More e-mails to an address, by the customer or in the organization than are allowed in an hour or a day. Nothing was changed. ' +
    'Try again after `Retry-After` seconds.',
  'limit',
] as const;
