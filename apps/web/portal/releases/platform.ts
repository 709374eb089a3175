import type { ReleaseFile } from './keys-with-releases.ts';

type Platform = ReleaseFile['platform'];

const SIGNS: readonly (readonly [platform: Platform, sign: RegExp])[] = [
  ['windows', /Windows/],
  ['ios', /iPhone|iPad/],
  ['android', /Android/],
  ['macos', /Macintosh/],
  ['linux', /Linux|X11/],
];

/** The platform of the browser, as it says itself; undefined if it is none of these. */
export const ownPlatform = (userAgent = navigator.userAgent): Platform | undefined =>
  SIGNS.find(([, sign]) => sign.test(userAgent))?.[0];

const ORDER: readonly Platform[] = ['windows', 'macos', 'linux', 'ios', 'android', 'any'];

/** Files by platform: that of the visitor first, and what is for every platform after the others. */
export function byPlatform(
  files: readonly ReleaseFile[],
  own: Platform | undefined,
): readonly { readonly platform: Platform; readonly files: readonly ReleaseFile[] }[] {
  const order = [...ORDER.filter((each) => each === own), ...ORDER.filter((each) => each !== own)];
  return order
    .map((platform) => ({ platform, files: files.filter((file) => file.platform === platform) }))
    .filter(({ files: some }) => some.length > 0);
}
