import type { SendMailOptions } from 'nodemailer';
import type { Email } from '#kernel';
import { oneLine, render } from './render.ts';

/** A letter as nodemailer takes it. Addresses are given as such, so that none is read as several. */
export const messageOf = (letter: Email, sender: string): SendMailOptions => ({
  from: { name: oneLine(letter.from), address: sender },
  to: { name: '', address: letter.to },
  subject: oneLine(letter.subject),
  ...render(letter),
  disableFileAccess: true,
  disableUrlAccess: true,
});
