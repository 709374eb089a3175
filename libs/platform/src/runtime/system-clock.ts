import { Clock } from '#kernel';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
