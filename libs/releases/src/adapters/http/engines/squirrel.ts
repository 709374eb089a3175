import { compareVersions } from '#support/versions';
import type { Offer } from '../../../commands/offer-newest-release.ts';
import { fileUrl, type OfferedArtifact, type Place } from '../offer-bodies.ts';
import { notesOf } from './notes.ts';

/** How Electron names platforms and processors. */
export const MAC_PLATFORMS = {
  darwin: undefined,
  'darwin-x64': 'x64',
  'darwin-arm64': 'arm64',
  'darwin-universal': 'universal',
} as const;
export const WINDOWS_PLATFORMS = { win32: undefined, 'win32-x64': 'x64', 'win32-ia32': 'x86', 'win32-arm64': 'arm64' } as const;

/** What Squirrel.Mac expects of a server; null if there is nothing newer. */
export function macUpdate({ offered }: Offer, current: string, place: Place): object | null {
  const artifact = offered?.artifacts.find(({ describes, name }) => describes === null && name.endsWith('.zip'));
  if (!offered || !artifact || compareVersions(offered.release.version, current) <= 0) return null;
  const { release } = offered;
  return {
    url: fileUrl(place, release, artifact.name),
    name: release.version,
    notes: notesOf(release) ?? '',
    // Squirrel.Mac reads no fractions of seconds.
    pub_date: release.publishedAt.toISOString().replace(/\.\d+Z$/, 'Z'),
  };
}

/**
 * The file `RELEASES` of Squirrel.Windows; null if there is no package. A delta package is of the release before, so only clients that have
 * that are told of it: Squirrel applies what it finds.
 */
export function releasesFile({ offered, before }: Offer, current: string, place: Place): string | null {
  const packages = offered?.artifacts.filter(({ describes, name }) => describes === null && name.endsWith('.nupkg')) ?? [];
  const isNext = before !== null && compareVersions(before.version, current) === 0;
  const listed = packages.filter((each) => !isDelta(each) || isNext);
  if (!offered || !listed.some((each) => !isDelta(each))) return null;
  const lines = listed.map((each) => `${each.sha1.toUpperCase()} ${fileUrl(place, offered.release, each.name)} ${each.size}`);
  return `${lines.join('\n')}\n`;
}

const isDelta = ({ name }: OfferedArtifact): boolean => name.endsWith('-delta.nupkg');
