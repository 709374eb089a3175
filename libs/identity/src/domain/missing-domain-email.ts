import type { Email } from '#kernel';
import { DAYS_MISSING } from './email-domain.ts';

export const missingDomainEmail = (to: string, organization: string, domain: string): Email => ({
  to,
  from: organization,
  subject: 'The record of a domain is missing',
  parts: [
    'Hello,',
    `the text record with which ${organization} has verified ${domain} is missing. If it stays missing for ${DAYS_MISSING} days, the ` +
      'verification ends, and addresses at the domain can no longer sign in through the provider of the organization.',
    'The settings of single sign-on show the record. If the domain is no longer yours, remove it there.',
  ],
});
