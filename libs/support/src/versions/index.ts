export { APPLICATION_VERSION, compareNumbers, compareVersions, parsed, type Version } from './versions.ts';
export { versionOrder } from './version-order.ts';
