import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';

/** A name and an address, as they are on an invoice. */
export function BillingAddress({
  name,
  address,
  none,
}: {
  readonly name: string | null;
  readonly address: Schema<'Address'> | null;
  readonly none: string;
}): ReactNode {
  const { country } = useFormats();
  if (!name && !address) return <p className="faint">{none}</p>;
  const { line1, line2, postal_code, city, state, country: code } = address ?? {};
  const lines = [name, line1, line2, [postal_code, city].filter(Boolean).join(' '), state, code && country(code)];
  return <p style={{ whiteSpace: 'pre-line' }}>{lines.filter(Boolean).join('\n')}</p>;
}
