export { Config, InvalidConfiguration } from './config.ts';
