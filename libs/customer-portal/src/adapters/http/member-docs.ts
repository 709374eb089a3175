/** The documentation that operations on members share, by ID and by external ID of the customer. */
export const READ = ['members:read', 'members:write'] as const;
export const WRITE = 'members:write';

export const NO_MEMBER = ['ResourceNotFound', 'The customer does not exist or has no such member.'] as const;
export const NOT_PERMITTED_TO_ADD = [
  'NotPermitted',
  'The role of the user does not allow it, or the customer is an individual.',
] as const;

export const LISTING = 'Returns the members of a customer, newest first by default.';
export const READING = 'Returns a member of a customer.';
export const ADD_MEMBER =
  'Adds a member to a team. If a member with this e-mail address exists, it is returned unchanged. An individual customer has no ' +
  'members besides its owner. Publishes `member.created`.';
export const UPDATE_MEMBER =
  'Changes the fields that are sent; fields that are left out or `null` stay as they are. Making a member the owner makes the previous ' +
  'owner a billing manager. The e-mail address of the owner of an individual customer is changed at the customer. Publishes `member.updated`.';
export const REMOVE_MEMBER =
  'Removes a member. Sessions of the member end and its seats are revoked. The only owner cannot be removed (422). Publishes `member.deleted`.';
