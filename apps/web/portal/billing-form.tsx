import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../api/client.ts';
import { useFormats, useUiWords } from '../i18n/languages.tsx';
import { ComboInput } from '../ui/choices.tsx';
import { TextInput } from '../ui/fields.tsx';
import { ApiForm } from '../ui/form.tsx';
import { toast } from '../ui/toasts.tsx';
import { api, customerQuery, useReadOnly } from './context.ts';
import { COUNTRIES, type Country } from '../i18n/countries.ts';
import { useWords } from './words/index.ts';

type Customer = Schema<'CustomerPortalCustomer'>;

const ADDRESS = ['line1', 'line2', 'postal_code', 'city', 'state'] as const;

const textIn = (form: FormData, name: string): string | null => String(form.get(name) ?? '').trim() || null;

/** What appears on invoices. */
export function BillingForm({ customer, isReadOnly }: { readonly customer: Customer; readonly isReadOnly: boolean }): ReactNode {
  const isViewed = useReadOnly();
  const words = useWords().billing;
  const uiWords = useUiWords();
  const { country: nameOf, compare } = useFormats();
  const queries = useQueryClient();
  const { billing_address: address, tax_id } = customer;
  const [country, setCountry] = useState<Country | null>((address?.country as Country | undefined) ?? null);
  const choices = COUNTRIES.map((id) => ({ id, label: nameOf(id) })).sort((a, b) => compare(a.label, b.label));

  const save = async (form: FormData): Promise<void> => {
    const lines = Object.fromEntries(ADDRESS.map((name) => [name, textIn(form, `billing_address.${name}`)]));
    const hasAddress = country !== null || Object.values(lines).some((line) => line !== null);
    const body = {
      billing_name: textIn(form, 'billing_name'),
      tax_id: textIn(form, 'tax_id'),
      // Without a country the service says that one is missing.
      billing_address: hasAddress ? { ...lines, country: country as Country } : null,
    };
    const changed = await answer(api.PATCH('/v1/customer-portal/customers/me', { body }));
    queries.setQueryData(customerQuery.queryKey, changed);
    toast(words.saved);
  };
  const field = (name: (typeof ADDRESS)[number], label: string, autoComplete: string): ReactNode => (
    <TextInput
      name={`billing_address.${name}`}
      label={label}
      defaultValue={address?.[name] ?? ''}
      autoComplete={autoComplete}
      isReadOnly={isReadOnly}
    />
  );
  return (
    <>
      {isReadOnly && !isViewed && <p className="notice form-notice">{words.readOnly}</p>}
      <ApiForm submitLabel={uiWords.save} submit={{ isDisabled: isReadOnly }} onSubmit={save}>
        <TextInput
          name="billing_name"
          label={words.name}
          defaultValue={customer.billing_name ?? ''}
          autoComplete="billing organization"
          isReadOnly={isReadOnly}
        />
        {field('line1', words.line1, 'billing address-line1')}
        {field('line2', words.line2, 'billing address-line2')}
        <div className="form-row">
          {field('postal_code', words.postalCode, 'billing postal-code')}
          {field('city', words.city, 'billing address-level2')}
        </div>
        <div className="form-row">
          {field('state', words.state, 'billing address-level1')}
          <ComboInput
            name="billing_address.country"
            label={words.country}
            showAll={words.showCountries}
            choices={choices}
            value={country}
            onChange={setCountry}
            isDisabled={isReadOnly}
          />
        </div>
        <TextInput
          name="tax_id"
          label={words.taxId}
          hint={words.taxIdHint}
          defaultValue={String(tax_id?.[0] ?? '')}
          isReadOnly={isReadOnly}
        />
      </ApiForm>
    </>
  );
}
