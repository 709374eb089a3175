export { mailerFor } from './mailer-for.ts';
