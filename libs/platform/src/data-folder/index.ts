export { DataFolder } from './data-folder.ts';
export { assertFoldersWritable } from './assert-writable.ts';
export { acquireLock } from './lock.ts';
export { findRunning, RuntimeFile } from './runtime-file.ts';
export { storedSecretKeys } from './secret-key.ts';
