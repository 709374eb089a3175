export const authorizationsEn = {
  title: 'Applications that you allowed',
  none: 'No application acts for you.',
  application: 'Application',
  may: 'May',
  everywhere: 'In all organizations that you belong to',
  otherOrganization: 'another organization',
  only: (names: string) => `Only in ${names}`,
  since: 'Allowed',
  until: 'Ends',
  knows: 'Knows',
  about: { openid: 'who you are', profile: 'your name', email: 'your e-mail address', 'user:read': 'your account and its roles' },
  reads: 'Reads',
  changes: 'Changes',
  end: 'End',
  endTitle: (name: string) => `End what you allowed ${name}?`,
  endText:
    'All tokens that it has for you are refused from its next request on. What it has read or changed stays as it is. It may ask you again.',
  ended: (name: string) => `${name} no longer acts for you.`,
};

export type AuthorizationWords = typeof authorizationsEn;
