export { mailServerProblem } from './smtp-mailer.ts';
export { mailerFor } from './mailer-for.ts';
