function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The luminance at which black and white have the same contrast (WCAG 2). */
const MIDDLE = 0.179;

/** Black or white, whichever reads better on the color. */
export const inkOn = (hex: string): '#000000' | '#ffffff' => (luminance(hex) > MIDDLE ? '#000000' : '#ffffff');
