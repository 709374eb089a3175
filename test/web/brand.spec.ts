import { brandOf, contrastOf, DARK_SURFACE, LIGHT_SURFACE } from '../../apps/web/ui/brand.ts';
import { ticksFor } from '../../apps/web/ui/chart-scale.ts';

const STEPS = [0, 36, 73, 109, 146, 182, 219, 255];
const hex = (value: number): string => value.toString(16).padStart(2, '0');
const COLORS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)));

test('each of 512 brand colors can be read, as a button, as a mark and as text, in both themes', () => {
  expect(COLORS).toHaveLength(512);
  const unreadable = COLORS.filter((color) => {
    const { fill, ink, light, dark, textLight, textDark } = brandOf(color);
    const texts = [contrastOf(ink, fill), contrastOf(textLight, LIGHT_SURFACE), contrastOf(textDark, DARK_SURFACE)];
    const marks = [contrastOf(light, LIGHT_SURFACE), contrastOf(dark, DARK_SURFACE)];
    return texts.some((contrast) => contrast < 4.6) || marks.some((contrast) => contrast < 3.09);
  });
  expect(unreadable).toEqual([]);
});

test('a color that can be read is used as it is', () => {
  expect(brandOf('#4353c7')).toMatchObject({ fill: '#4353c7', ink: '#ffffff', light: '#4353c7' });
});

test.each([
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [1_210, [0, 500, 1_000, 1_500]],
  [24_185, [0, 10_000, 20_000, 30_000]],
])('the lines of an axis up to %d', (maximum, ticks) => {
  expect(ticksFor(maximum)).toEqual(ticks);
});
