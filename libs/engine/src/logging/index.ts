export { loggableError } from './loggable-error.ts';
export { bufferedOutput, type LogSettings, openLog, processLog, LOG_LEVELS, type LogLevel } from './process-log.ts';
