/** What is said of the answers about members, however their customer is named. */
export const READ = ['members:read', 'members:write'] as const;
export const WRITE = 'members:write';

export const NO_MEMBER = ['ResourceNotFound', 'The customer is not there, or has no such member'] as const;
export const NOT_PERMITTED_TO_ADD = [
  'NotPermitted',
  'The scope or the role does not allow it, or the customer is an individual',
] as const;

export const ADD_MEMBER =
  'Who is a member already, by the address, stays as it is. An individual customer has no member beside its owner.';
export const UPDATE_MEMBER =
  'What is left out or null stays as it is. Who becomes the owner makes a billing manager of the one before. The address of an ' +
  'individual customer’s owner is changed at the customer.';
export const REMOVE_MEMBER = 'The only owner cannot be removed: 422.';
