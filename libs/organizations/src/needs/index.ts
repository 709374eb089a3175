/** What contexts above answer. */
export { EndAccessThroughProvider, HasSingleSignOn } from './single-sign-on-of-organization.ts';
