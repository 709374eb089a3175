export { DataFolder } from './data-folder.ts';
export { demandFolders } from './demand-folders.ts';
export { findRunning, type Running, RuntimeFile } from './runtime-file.ts';
export { keptSecretKeys } from './secret-key.ts';
