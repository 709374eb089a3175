import type { Tone } from '../../ui/display.tsx';
import type { EventStatus } from './filters.ts';

/** How the state of an event is shown. */
export const TONES: Record<EventStatus, Tone> = {
  pending: 'idle',
  processed: 'good',
  ignored: 'idle',
  waiting: 'warn',
  failed: 'bad',
};
