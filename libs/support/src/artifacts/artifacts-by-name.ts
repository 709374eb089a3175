type Table<Value extends string> = readonly (readonly [value: Value, pattern: RegExp])[];

type Platform = 'any' | 'windows' | 'macos' | 'linux' | 'android' | 'ios';
type Architecture = 'any' | 'arm64' | 'x64' | 'x86' | 'arm' | 'universal';
type DescribedKind = 'installer' | 'archive' | 'pypi' | 'deb' | 'oci';
type DescribingKind = 'blockmap' | 'sbom' | 'provenance';

/** What tools write beside the files that they make, which the service says itself. */
const IGNORED = /^(\.|latest.*\.yml$|(alpha|beta|dev).*\.yml$|builder-|RELEASES$)/;
const SIGNATURE = /\.(sig|asc|minisig)$/;
const DESCRIBING: Table<DescribingKind> = [
  ['blockmap', /\.blockmap$/],
  ['sbom', /\.(spdx|cdx|sbom)(\.json|\.xml)?$/],
  ['provenance', /\.(intoto\.jsonl|provenance(\.json)?|sigstore(\.json)?)$/],
];
const PLATFORMS: Table<Platform> = [
  ['windows', /\.(exe|msi|msix|appx)$|(^|[-_.])(win|win32|win64|windows)([-_.]|$)/i],
  ['macos', /\.(dmg|pkg)$|(^|[-_.])(mac|macos|darwin|osx)([-_.]|$)/i],
  ['linux', /\.(appimage|deb|rpm|snap)$|(^|[-_.])linux([-_.]|$)/i],
  ['android', /\.(apk|aab)$/i],
  ['ios', /\.ipa$/i],
];
const ARCHITECTURES: Table<Architecture> = [
  ['arm64', /(^|[-_.])(arm64|aarch64)([-_.]|$)/i],
  ['x64', /(^|[-_.])(x64|x86_64|amd64)([-_.]|$)/i],
  ['x86', /(^|[-_.])(x86|ia32|i[36]86)([-_.]|$)/i],
  ['arm', /(^|[-_.])(arm|armv7l|armhf)([-_.]|$)/i],
  ['universal', /(^|[-_.])universal([-_.]|$)/i],
];

const firstOf = <Value extends string>(table: Table<Value>, name: string): Value | undefined =>
  table.find(([, pattern]) => pattern.test(name))?.[0];

/** A file as an artifact of a release, as far as its name says. */
export interface NamedArtifact {
  readonly name: string;
  readonly platform: Platform;
  readonly architecture: Architecture;
  readonly kind: DescribedKind | DescribingKind;
  /** The name of the file that it describes. */
  readonly describes: string | undefined;
  /** The name of the file with its signature. */
  readonly signature: string | undefined;
}

function kindOf(name: string): DescribedKind {
  if (name.endsWith('.whl')) return 'pypi';
  if (name.endsWith('.deb')) return 'deb';
  if (name.endsWith('.oci.tar')) return 'oci';
  return /\.(zip|tgz|tar|gz|xz|bz2|7z|nupkg)$/i.test(name) ? 'archive' : 'installer';
}

/**
 * The artifacts among files, those that others describe first, and the files of which no name says what they describe. What updaters write
 * themselves is left out, and so are signatures, which belong to what they sign. `known` are the names of further files that can be described.
 */
export function artifactsByName(
  files: readonly string[],
  known: readonly string[] = [],
): { readonly artifacts: readonly NamedArtifact[]; readonly undescribed: readonly string[] } {
  const names = files.filter((name) => !IGNORED.test(name)).toSorted();
  const described = names.filter((name) => !SIGNATURE.test(name) && firstOf(DESCRIBING, name) === undefined);
  const subjects = [...described, ...known];
  const describing = names
    .filter((name) => firstOf(DESCRIBING, name) !== undefined)
    .map((name) => ({ name, describes: subjectOf(name, subjects) }));
  return {
    artifacts: [
      ...described.map((name) => ({
        name,
        platform: firstOf(PLATFORMS, name) ?? 'any',
        architecture: firstOf(ARCHITECTURES, name) ?? 'any',
        kind: kindOf(name),
        describes: undefined,
        signature: names.find((each) => SIGNATURE.test(each) && each.replace(SIGNATURE, '') === name),
      })),
      ...describing
        .filter(({ describes }) => describes !== undefined)
        .map(({ name, describes }) => ({
          name,
          platform: 'any' as const,
          architecture: 'any' as const,
          kind: firstOf(DESCRIBING, name)!,
          describes,
          signature: undefined,
        })),
    ],
    undescribed: describing.filter(({ describes }) => describes === undefined).map(({ name }) => name),
  };
}

/** A file describes the one whose name it begins with, or the only one that there is. */
const subjectOf = (name: string, subjects: readonly string[]): string | undefined =>
  subjects.find((each) => name.startsWith(`${each}.`)) ?? (subjects.length === 1 ? subjects[0] : undefined);
