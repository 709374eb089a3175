import { DEFAULT_COLOR } from '../../../libs/support/src/mails/colors.ts';
import { brandOf } from './brand.ts';

/** Uses the brand color of an organization for the whole document. */
export function applyBrand(hex: string | null): void {
  const { fill, ink, light, dark, textLight, textDark } = brandOf(hex ?? DEFAULT_COLOR);
  const values = { fill, ink, light, dark, 'text-light': textLight, 'text-dark': textDark };
  for (const [name, value] of Object.entries(values)) document.documentElement.style.setProperty(`--brand-${name}`, value);
}
