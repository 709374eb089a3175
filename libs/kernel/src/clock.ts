/** The time, as a port: the domain is told what time it is. */
export abstract class Clock {
  abstract now(): Date;
}
