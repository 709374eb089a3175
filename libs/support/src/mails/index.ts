export { DEFAULT_COLOR, inkOn, rgbOf, WHITE } from './colors.ts';
export { Mailer } from './mailer.ts';
export { type Email, type EmailPart, MailTemplate, mailTemplates, type Sender, SERVICE, SERVICE_NAME } from './mail-template.ts';
export { type IntendedMail, MailLimits } from './mail-limits.ts';
export { PortalUrl, ServiceUrl } from './service-urls.ts';
