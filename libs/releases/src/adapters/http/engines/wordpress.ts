import type { Offer } from '../../../commands/offer-newest-release.ts';
import { fileUrl, type OfferedArtifact, type OfferedRelease, type Place } from '../offer-bodies.ts';
import { textIn } from './manifest.ts';
import { asHtml } from './markup.ts';
import { notesOf } from './notes.ts';

/** What the manifest of a plugin may say of it, as WordPress names it. */
const TOLD = ['name', 'homepage', 'author', 'requires', 'tested', 'requires_php'] as const;

/** Whether a file is the archive of a plugin: `acme-forms.zip` and `acme-forms-3.2.1.zip` are of `acme-forms`. */
const isOf = (slug: string, { version }: OfferedRelease, { name, describes }: OfferedArtifact): boolean =>
  describes === null && [`${slug}.zip`, `${slug}-${version}.zip`, `${slug}.${version}.zip`].includes(name);

/**
 * What update checkers of WordPress plugins read: the names of `update_plugins_{hostname}`, of `plugins_api`, and of Plugin Update Checker.
 * Null if the release has no such plugin.
 */
export function pluginUpdate({ offered }: Offer, slug: string, place: Place): object | null {
  const artifact = offered?.artifacts.find((each) => isOf(slug, offered.release, each));
  if (!offered || !artifact) return null;
  const { release } = offered;
  const url = fileUrl(place, release, artifact.name);
  const told = TOLD.map((name) => [name, textIn(artifact, name)] as const).filter(([, text]) => text !== undefined);
  return {
    name: slug,
    ...Object.fromEntries(told),
    slug,
    version: release.version,
    new_version: release.version,
    package: url,
    download_url: url,
    download_link: url,
    last_updated: release.publishedAt.toISOString(),
    sections: { changelog: asHtml(notesOf(release) ?? '') },
  };
}
