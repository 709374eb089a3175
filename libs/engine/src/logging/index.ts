export { loggableError } from './loggable-error.ts';
export { bufferedOutput, type LogSettings, openLog, processLog } from './process-log.ts';
export { LOG_LEVELS, type LogLevel } from './log-levels.ts';
