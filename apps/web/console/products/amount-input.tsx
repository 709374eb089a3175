import type { ReactNode } from 'react';
import { minorUnits, wholeMinorUnits } from '../../../../libs/support/src/currencies/amounts.ts';
import { TextInput } from '../../ui/fields.tsx';
import type { Currency } from '../currencies.ts';
import { useWords } from '../words/index.ts';

/** An amount of money in its currency. */
export function Amount({
  at,
  currency,
  isFraction,
  ...props
}: {
  readonly at: string;
  readonly currency: Currency;
  /** Amounts below the smallest unit of the currency are allowed. */
  readonly isFraction?: boolean;
  readonly isRequired?: boolean;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const { notAnAmount } = useWords().prices;
  const read = isFraction ? minorUnits : wholeMinorUnits;
  const check = (text: string): string | null => (read(text, currency) === null ? notAnAmount : null);
  return <TextInput name={at} inputMode="decimal" maxLength={30} check={check} {...props} />;
}
