export { Config } from './config.ts';
