export { compiledFunction } from './compiled-function.ts';
