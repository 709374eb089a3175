/** Port for the current time. The domain receives it as the parameter `now`. */
export abstract class Clock {
  abstract now(): Date;
}
