/** When a payment provider told a state. Of two of the same time, that of the higher revision was made of more events. */
export interface ToldState {
  readonly toldAt: Date;
  readonly revision: number;
}

/** The last state of a payment provider that was applied; nulls if none was. */
export interface LastToldState {
  /** Null in what an earlier release stored. */
  providerToldAt: Date | null;
  providerRevision: number | null;
}

/** Whether a state is no newer than the last one. The provider's time decides, because revisions count work and not time. */
export function isOutdated({ toldAt, revision }: ToldState, { providerToldAt, providerRevision }: LastToldState): boolean {
  if (providerToldAt === null) return false;
  if (toldAt.getTime() !== providerToldAt.getTime()) return toldAt < providerToldAt;
  return revision <= (providerRevision ?? 0);
}
