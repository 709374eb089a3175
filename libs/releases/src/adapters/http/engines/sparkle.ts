import type { Offer } from '../../../commands/offer-newest-release.ts';
import { fileUrl, type OfferedArtifact, type Place } from '../offer-bodies.ts';
import { textIn } from './manifest.ts';
import { asHtml, escaped } from './markup.ts';

type Offered = NonNullable<Offer['offered']>;
type SparklePlatform = 'macos' | 'windows';

/** An Ed25519 signature in base64, as Sparkle's `sign_update` prints it. */
const ED_SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** How WinSparkle names processors. */
const WINDOWS: Readonly<Record<string, string>> = { x64: 'windows-x64', x86: 'windows-x86', arm64: 'windows-arm64' };

/**
 * An appcast of Sparkle and WinSparkle with the newest release of each channel. Only files with an Ed25519 signature are in it. Names of
 * `Info.plist` in the manifest of a file say what Sparkle compares.
 */
export function appcast(offers: readonly Offer[], platform: SparklePlatform, place: Place): string {
  const offered = offers.flatMap((offer) => offer.offered ?? []);
  const releases = [...new Map(offered.map((each) => [each.release.id, each])).values()];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle">',
    '<channel>',
    '<title>Releases</title>',
    ...releases.flatMap((each) => item(each, platform, place)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function item({ release, artifacts }: Offered, platform: SparklePlatform, place: Place): string[] {
  const signed = artifacts.filter(({ describes, signature }) => describes === null && ED_SIGNATURE.test(signature ?? ''));
  const artifact = signed.find(({ architecture }) => architecture === 'universal') ?? signed[0];
  if (!artifact) return [];
  const { version, channel } = release;
  const minimum = textIn(artifact, 'LSMinimumSystemVersion');
  return [
    '<item>',
    element('title', version),
    element('pubDate', release.publishedAt.toUTCString()),
    element('sparkle:version', textIn(artifact, 'CFBundleVersion') ?? version),
    element('sparkle:shortVersionString', textIn(artifact, 'CFBundleShortVersionString') ?? version),
    // The default channel has no name.
    ...(channel === 'stable' ? [] : [element('sparkle:channel', channel)]),
    ...(minimum === undefined ? [] : [element('sparkle:minimumSystemVersion', minimum)]),
    ...Object.entries(release.notes).map(
      ([language, text]) => `<description xml:lang="${escaped(language)}">${escaped(asHtml(text))}</description>`,
    ),
    `<enclosure ${attributes({
      url: fileUrl(place, release, artifact.name),
      length: String(artifact.size),
      type: 'application/octet-stream',
      'sparkle:os': osOf(artifact, platform),
      'sparkle:edSignature': artifact.signature!,
    })}/>`,
    '</item>',
  ];
}

const osOf = ({ architecture }: OfferedArtifact, platform: SparklePlatform): string =>
  platform === 'macos' ? 'macos' : (WINDOWS[architecture] ?? 'windows');

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ');
