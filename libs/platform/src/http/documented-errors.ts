/** Error responses that operations of several contexts document: the name in `error`, and when it is returned. */
export const NOT_PERMITTED = ['NotPermitted', 'The scope or the role does not allow it'] as const;
