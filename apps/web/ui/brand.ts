import { BLACK, contrast, inkOn, type Rgb, rgbOf, WHITE } from '../../../libs/support/src/mails/colors.ts';

/** How a brand color is used, so that text on it and marks in it can be read in both themes. */
export interface Brand {
  /** Behind text, as of buttons. */
  readonly fill: string;
  /** Text on `fill`: black or white, whichever reads better. */
  readonly ink: string;
  /** Bars, lines and icons on light and on dark surfaces. */
  readonly light: string;
  readonly dark: string;
  /** Links. */
  readonly textLight: string;
  readonly textDark: string;
}

/** The darkest light surface and the lightest dark one. */
export const LIGHT_SURFACE: Rgb = [241, 242, 245];
export const DARK_SURFACE: Rgb = [34, 38, 46];
const MARK_CONTRAST = 3.1;
const TEXT_CONTRAST = 4.6;
const STEPS = 64;

const print = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => part + (to[index]! - part) * share) as unknown as Rgb;

export const contrastOf = (a: string, b: Rgb | string): number => contrast(rgbOf(a), typeof b === 'string' ? rgbOf(b) : b);

/** The color, or the nearest one towards `end`, that can be told from the surface. */
function readable(color: Rgb, surface: Rgb, end: Rgb, wanted: number): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = rgbOf(print(mix(color, end, step / STEPS)));
    if (contrast(candidate, surface) >= wanted) return candidate;
  }
  return end;
}

export function brandOf(hex: string): Brand {
  const color = rgbOf(hex);
  const ink = inkOn(color);
  const fill = readable(color, ink, ink === WHITE ? BLACK : WHITE, TEXT_CONTRAST);
  return {
    fill: print(fill),
    ink: print(ink),
    light: print(readable(color, LIGHT_SURFACE, BLACK, MARK_CONTRAST)),
    dark: print(readable(color, DARK_SURFACE, WHITE, MARK_CONTRAST)),
    textLight: print(readable(color, LIGHT_SURFACE, BLACK, TEXT_CONTRAST)),
    textDark: print(readable(color, DARK_SURFACE, WHITE, TEXT_CONTRAST)),
  };
}
