const HOUR_MS = 3_600_000;
/** How long it is kept what keys were used for in an hour. */
export const USES_KEPT_DAYS = 733;

export type UseKind = 'validations' | 'activations' | 'refusals';

/** Uses of keys in one hour. */
export interface HourlyUses {
  readonly organizationId: string;
  readonly kind: UseKind;
  /** The number of the hour since 1970. */
  readonly hour: number;
  readonly benefitId: string;
  /** The version of the application, or the code of a refusal; empty if there is none. */
  readonly detail: string;
  readonly count: number;
}

export const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);
export const startOfHour = (hour: number): Date => new Date(hour * HOUR_MS);

/** Port of what is counted by hour. Who counts adds to it. */
export abstract class KeyUses {
  /** Deletes what is from before a time. */
  abstract deleteBefore(time: Date): Promise<void>;
}

/** More versions of a benefit in an hour are counted as if there were none: applications choose them. */
const MOST_VERSIONS = 50;
const MOST_REMEMBERED = 10_000;

/** The versions that one process counts. */
export class CountedVersions {
  private readonly versions = new Map<string, Set<string>>();

  /** The version, or an empty text if others of the benefit came first. */
  detailOf(benefitId: string, hour: number, version: string | null): string {
    if (version === null) return '';
    const key = `${benefitId} ${hour}`;
    const known = this.versions.get(key) ?? this.remembered(key);
    if (known.has(version)) return version;
    if (known.size >= MOST_VERSIONS) return '';
    known.add(version);
    return version;
  }

  private remembered(key: string): Set<string> {
    if (this.versions.size >= MOST_REMEMBERED) this.versions.delete(this.versions.keys().next().value!);
    const versions = new Set<string>();
    this.versions.set(key, versions);
    return versions;
  }
}
