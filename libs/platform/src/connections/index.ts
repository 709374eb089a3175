export { closeAtOnce, expectAnswersWithin, noticingSilence } from './dead-connections.ts';
