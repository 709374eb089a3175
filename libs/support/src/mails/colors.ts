/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

/** Where an organization has no color of its own. */
export const DEFAULT_COLOR = '#4353c7';

/** Red, green and blue of a color that is written as `#` and six hexadecimal digits. */
export const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const luminance = ([red, green, blue]: Rgb): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast of WCAG 2, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever reads better on the color. */
export const inkOn = (color: Rgb): Rgb => (contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK);
