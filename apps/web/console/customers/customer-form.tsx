import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { COUNTRIES, type Country } from '../../i18n/countries.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ComboInput, SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api, useOrganization } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';

type Customer = Schema<'LicenseKeyCustomer'>;
type Type = Customer['type'];

const ADDRESS = ['line1', 'line2', 'postal_code', 'city', 'state'] as const;
const TEXTS = ['email', 'name', 'external_id', 'tax_id'] as const;

const textIn = (form: FormData, name: string): string | null => String(form.get(name) ?? '').trim() || null;

/** What the form says of the address; null if it says nothing. */
function addressIn(form: FormData, country: Country | null) {
  const lines = Object.fromEntries(ADDRESS.map((name) => [name, textIn(form, `billing_address.${name}`)]));
  const hasLines = Object.values(lines).some((line) => line !== null);
  // Without a country the service says that one is missing.
  return country === null && !hasLines ? null : { ...lines, country: country as Country };
}

const valuesOf = (customer: Customer | null): Readonly<Record<(typeof TEXTS)[number], string | null>> => ({
  email: customer?.email ?? null,
  name: customer?.name ?? null,
  external_id: customer?.external_id ?? null,
  tax_id: customer?.tax_id ? String(customer.tax_id[0]) : null,
});

/** Creates a customer, or changes one; fields that are left as they were when it was opened are not sent. */
export function CustomerDialog({
  customer: shown,
  onClose,
  onSaved,
}: {
  readonly customer: Customer | null;
  readonly onClose: () => void;
  readonly onSaved: (saved: Customer) => Promise<void>;
}): ReactNode {
  const { customer: words, customers } = useWords();
  const { save } = useUiWords();
  const { organization_id } = useOrganization();
  const idempotencyKey = useIdempotencyKey();
  const [customer] = useState(shown);
  const before = valuesOf(customer);
  const [type, setType] = useState<Type>(customer?.type ?? 'individual');
  const [country, setCountry] = useState<Country | null>((customer?.billing_address?.country as Country | undefined) ?? null);

  const create = (form: FormData) => {
    const body = {
      ...Object.fromEntries(TEXTS.map((name) => [name, textIn(form, name)])),
      type,
      organization_id,
      billing_address: addressIn(form, country),
    } as Schema<'CustomerTeamCreate'>;
    const headers = { 'Idempotency-Key': idempotencyKey(body) };
    return answer(api.POST('/v1/customers/', { headers, body }));
  };
  const change = (form: FormData, { id, billing_address: address, type: typeBefore }: Customer) => {
    const changed = TEXTS.filter((name) => textIn(form, name) !== before[name]).map((name) => [name, textIn(form, name)]);
    const next = addressIn(form, country);
    const isMoved = JSON.stringify(next) !== JSON.stringify(address && addressAsSent(address));
    const body = {
      ...Object.fromEntries(changed),
      ...(type === typeBefore ? {} : { type }),
      ...(isMoved ? { billing_address: next } : {}),
    };
    return answer(api.PATCH('/v1/customers/{id}', { params: { path: { id } }, body }));
  };
  const submit = async (form: FormData): Promise<void> => {
    const saved = customer ? await change(form, customer) : await create(form);
    onClose();
    await onSaved(saved);
  };
  const mayChangeType = customer?.type !== 'team';
  const types = (['individual', 'team'] as const).map((id) => ({ id, label: words.types[id] }));
  return (
    <Dialog title={customer ? words.editTitle : customers.createTitle} isOpen onClose={onClose}>
      <ApiForm submitLabel={customer ? save : customers.create} onSubmit={submit} onCancel={onClose}>
        <TextInput
          name="email"
          type="email"
          label={words.email}
          defaultValue={before.email ?? ''}
          isRequired={type === 'individual'}
          autoFocus
        />
        <TextInput name="name" label={words.name} defaultValue={before.name ?? ''} maxLength={256} />
        {mayChangeType && (
          <SelectInput name="type" label={words.type} hint={words.typeHint} value={type} choices={types} onChange={setType} />
        )}
        <TextInput
          name="external_id"
          label={customers.externalId}
          hint={words.externalIdHint}
          defaultValue={before.external_id ?? ''}
          isReadOnly={before.external_id !== null}
        />
        <AddressFields address={customer?.billing_address ?? null} country={country} onCountry={setCountry} />
        <TextInput name="tax_id" label={words.taxId} hint={words.taxIdHint} defaultValue={before.tax_id ?? ''} />
      </ApiForm>
    </Dialog>
  );
}

const addressAsSent = (address: Schema<'Address'>) => ({
  ...Object.fromEntries(ADDRESS.map((name) => [name, address[name]])),
  country: address.country,
});

function AddressFields({
  address,
  country,
  onCountry,
}: {
  readonly address: Schema<'Address'> | null;
  readonly country: Country | null;
  readonly onCountry: (country: Country | null) => void;
}): ReactNode {
  const { customer: words } = useWords();
  const { country: nameOf, compare } = useFormats();
  const countries = COUNTRIES.map((id) => ({ id, label: nameOf(id) })).sort((a, b) => compare(a.label, b.label));
  const field = (name: (typeof ADDRESS)[number]): ReactNode => (
    <TextInput name={`billing_address.${name}`} label={words.address[name]} defaultValue={address?.[name] ?? ''} />
  );
  return (
    <>
      {field('line1')}
      {field('line2')}
      <div className="form-row">
        {field('postal_code')}
        {field('city')}
      </div>
      <div className="form-row">
        {field('state')}
        <ComboInput
          name="billing_address.country"
          label={words.address.country}
          showAll={words.showCountries}
          choices={countries}
          value={country}
          onChange={onCountry}
        />
      </div>
    </>
  );
}
