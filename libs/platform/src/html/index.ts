export { Html, html } from './html.ts';
