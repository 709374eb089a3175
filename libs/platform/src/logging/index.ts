export { loggableError } from './loggable-error.ts';
export { bufferedOutput, createLog, type LogSettings, openLog, processLog, type ProcessLog } from './process-log.ts';
export { LOG_LEVELS, type LogLevel } from './log-levels.ts';
