/** What needs Node: its file system, and what it knows of the machine. Electron's main process has it, browsers do not. */
export { describeDevice } from './node/describe-device.ts';
export { FileStorage } from './storage/file-storage.ts';
