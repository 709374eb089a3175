import type { SendMailOptions } from 'nodemailer';
import type { Email } from '#support/mails';
import { oneLine, render } from './render.ts';

/** The message for nodemailer. Addresses are objects, because a string could be parsed as a list of addresses. */
export const messageOf = (email: Email, sender: string): SendMailOptions => ({
  from: { name: oneLine(email.from), address: sender },
  to: { name: '', address: email.to },
  subject: oneLine(email.subject),
  ...render(email),
  disableFileAccess: true,
  disableUrlAccess: true,
});
