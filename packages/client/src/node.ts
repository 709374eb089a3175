/** What needs Node's file system. Electron's main process has it, browsers do not. */
export { FileStorage } from './storage/file-storage.ts';
