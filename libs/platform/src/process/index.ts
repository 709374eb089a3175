export { CannotRun } from './cannot-run.ts';
export { cannotListen, demandPort, localAddress } from './listening.ts';
export { productionSettings, type ProductionSettings } from './production-settings.ts';
export { readConfig } from './read-config.ts';
export { keepHeapSmall } from './small-heap.ts';
export { run } from './run.ts';
export { aborted, stopRequest } from './stop-request.ts';
