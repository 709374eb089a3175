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

type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** The darkest light surface and the lightest dark one. */
export const LIGHT_SURFACE: Rgb = [241, 242, 245];
export const DARK_SURFACE: Rgb = [34, 38, 46];
const MARK_CONTRAST = 3.1;
const TEXT_CONTRAST = 4.6;
const STEPS = 64;

export const DEFAULT_COLOR = '#4353c7';

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const print = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => part + (to[index]! - part) * share) as unknown as Rgb;

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of WCAG 2, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

export const contrastOf = (a: string, b: Rgb | string): number => contrast(parse(a), typeof b === 'string' ? parse(b) : b);

/** The color, or the nearest one towards `end`, that can be told from the surface. */
function readable(color: Rgb, surface: Rgb, end: Rgb, wanted: number): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = parse(print(mix(color, end, step / STEPS)));
    if (contrast(candidate, surface) >= wanted) return candidate;
  }
  return end;
}

export function brandOf(hex: string): Brand {
  const color = parse(hex);
  const inkOf = (fill: Rgb): Rgb => (contrast(fill, WHITE) >= contrast(fill, BLACK) ? WHITE : BLACK);
  const ink = inkOf(color);
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
