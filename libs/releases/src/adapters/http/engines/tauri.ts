import { compareVersions } from '#support/versions';
import type { Offer } from '../../../commands/offer-newest-release.ts';
import { fileUrl, type Place } from '../offer-bodies.ts';
import { notesOf } from './notes.ts';

/** How Tauri names platforms and processors. */
export const TARGETS = { windows: 'windows', linux: 'linux', darwin: 'macos' } as const;
export const PROCESSORS = { x86_64: 'x64', aarch64: 'arm64', i686: 'x86', armv7: 'arm' } as const;

/** What Tauri's updater expects of a server (versions 1 and 2); null if there is nothing newer that is signed. */
export function tauriUpdate({ offered }: Offer, current: string, place: Place, language?: string): object | null {
  const artifact = offered?.artifacts.find(({ describes, signature }) => describes === null && signature !== null);
  if (!offered || !artifact || compareVersions(offered.release.version, current) <= 0) return null;
  const { release } = offered;
  return {
    version: release.version,
    pub_date: release.publishedAt.toISOString(),
    url: fileUrl(place, release, artifact.name),
    signature: artifact.signature,
    notes: notesOf(release, language) ?? '',
  };
}
