export { DEFAULT_COLOR, inkOn, rgbOf, WHITE } from './colors.ts';
export { MAIL_OUTCOMES, type MailAbout, Mailer, type MailOutcome } from './mailer.ts';
export { type Email, type EmailPart, type Sender, SERVICE, SERVICE_NAME } from './email.ts';
export { MailTemplate, mailTemplates } from './mail-template.ts';
export { type MailWording, MOST_BODY_CHARACTERS, MOST_SUBJECT_CHARACTERS } from './mail-wording.ts';
export { type IntendedMail, MailLimits } from './mail-limits.ts';
export { PortalUrl, ServiceUrl } from './service-urls.ts';
