export { APPLICATION_VERSION, SEMANTIC_VERSION, compareNumbers, compareVersions, parsed, type Version } from './versions.ts';
export { versionOrder } from './version-order.ts';
