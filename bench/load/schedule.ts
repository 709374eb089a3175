/** When requests are to be sent: `count` of them, one every `interval` from `start`, in milliseconds of `now()`. */
export interface Schedule {
  readonly start: number;
  readonly interval: number;
  readonly count: number;
}

/** Milliseconds of a monotonic clock that all threads share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
