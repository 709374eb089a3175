export { SearchAllHandler } from './search-all.ts';
