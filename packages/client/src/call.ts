/** A call of the application: one time limit for all of its requests, their repeats and the waits between them. */
export class Call {
  private spent = 0;

  constructor(
    readonly signal: AbortSignal | undefined,
    private readonly timeoutMs: number,
  ) {}

  get spentMs(): number {
    return this.spent;
  }

  get leftMs(): number {
    return Math.max(0, this.timeoutMs - this.spent);
  }

  spend(ms: number): void {
    this.spent += ms;
  }
}
