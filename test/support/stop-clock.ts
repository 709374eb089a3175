import { WallClock } from '#kernel';
import type { TestApi } from './api.ts';

/** The clock of an API, which stands still until it is moved or the object is disposed of. That of the database goes on. */
export interface StoppedClock extends Disposable {
  pass(days: number): void;
}

export function stopClock({ app }: TestApi): StoppedClock {
  const clock = app.get(WallClock);
  let time = clock.now().getTime();
  clock.now = () => new Date(time);
  return {
    pass: (days) => void (time += days * 86_400_000),
    [Symbol.dispose]: () => void Reflect.deleteProperty(clock, 'now'),
  };
}
