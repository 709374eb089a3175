export { OrganizationMailer } from './organization-mailer.ts';
export { render } from './render.ts';
