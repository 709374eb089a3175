/** Units credited to a customer within a billing window; negative if they were taken back. */
export interface Credit {
  readonly units: number;
  readonly rollover: boolean;
  readonly at: Date;
}

/** The sum of the credits, added in the order of time. The sum never falls below 0. */
export const creditedUnits = (credits: readonly Credit[]): number =>
  credits.toSorted((a, b) => a.at.getTime() - b.at.getTime()).reduce((sum, { units }) => Math.max(0, sum + units), 0);

/** Units that roll over to the next billing window. Credits without rollover are consumed first; a negative balance does not roll over. */
export function rolloverUnits(credits: readonly Credit[], consumed: number): number {
  const rolling = credits.filter(({ rollover }) => rollover).reduce((sum, { units }) => sum + units, 0);
  return Math.max(0, Math.min(Math.floor(creditedUnits(credits) - consumed), rolling));
}
