export { escaped, Html, html } from './html.ts';
