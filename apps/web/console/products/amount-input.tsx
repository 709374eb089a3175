import type { ReactNode } from 'react';
import { TextInput } from '../../ui/fields.tsx';

/** An amount of money in its currency. */
export const Amount = ({
  at,
  ...props
}: {
  readonly at: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}): ReactNode => <TextInput name={at} inputMode="decimal" maxLength={30} {...props} />;
