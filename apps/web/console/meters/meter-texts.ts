import { useFormats } from '../../i18n/languages.tsx';
import { useWords } from '../words/index.ts';
import type { Meter } from './filters.ts';

/** What a meter measures, in words. */
export function useQuantityText(): (aggregation: Meter['aggregation']) => string {
  const { quantity } = useWords().meters;
  return (aggregation) => (aggregation.func === 'count' ? quantity.count : quantity[aggregation.func](aggregation.property));
}

/** The unit of a meter, in words. */
export function useUnitText(): (meter: Meter) => string {
  const { meterEditor: words } = useWords();
  const { number } = useFormats();
  return ({ unit, custom_label, custom_multiplier }) => {
    if (unit !== 'custom') return words.units[unit];
    const name = custom_label ?? words.units.custom;
    return custom_multiplier === null ? name : `${name} (${number(custom_multiplier)})`;
  };
}
