import { Clock } from '#kernel';
import { timeOfRequest } from '#platform/idempotency';

export class SystemClock extends Clock {
  now(): Date {
    return timeOfRequest() ?? new Date();
  }
}
