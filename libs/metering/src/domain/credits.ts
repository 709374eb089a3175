/** Units that a customer was given within a window; negative where they were taken back. */
export interface Credit {
  readonly units: number;
  readonly rollover: boolean;
  readonly at: Date;
}

/** What of the credits counts: their sum in order of time, which never falls below nothing. */
export const creditedUnits = (credits: readonly Credit[]): number =>
  credits.toSorted((a, b) => a.at.getTime() - b.at.getTime()).reduce((sum, { units }) => Math.max(0, sum + units), 0);

/** What goes over into the next window: credits that do not roll over are used first, and nobody takes debts along. */
export function rolloverUnits(credits: readonly Credit[], consumed: number): number {
  const rolling = credits.filter(({ rollover }) => rollover).reduce((sum, { units }) => sum + units, 0);
  return Math.max(0, Math.min(Math.floor(creditedUnits(credits) - consumed), rolling));
}
