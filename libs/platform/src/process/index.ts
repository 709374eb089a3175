export { CliError, UsageError } from './cli-error.ts';
export { cannotListen, assertPortAvailable, freePort, localAddress } from './listening.ts';
export { productionSettings } from './production-settings.ts';
export { readConfig } from './read-config.ts';
export { run } from './run.ts';
export { aborted, stopRequest } from './stop-request.ts';
