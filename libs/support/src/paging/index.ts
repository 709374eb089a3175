export { everyPage } from './every-page.ts';
