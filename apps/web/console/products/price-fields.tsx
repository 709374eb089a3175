import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { ComboInput, SelectInput } from '../../ui/choices.tsx';
import { api, useOrganization } from '../context.ts';
import { CURRENCIES } from '../currencies.ts';
import { choicesOf } from '../form-fields.tsx';
import { useWords } from '../words/index.ts';
import { AMOUNT_TYPES, type PriceDraft } from './price-draft.ts';
import { Amount } from './amount-input.tsx';
import { TiersInput } from './tiers-input.tsx';

interface FieldsProps {
  readonly draft: PriceDraft;
  /** The path of the price in the request. */
  readonly at: string;
  readonly onChange: (changes: Partial<PriceDraft>) => void;
}

const CURRENCY_CHOICES = CURRENCIES.map((id) => ({ id, label: id.toUpperCase() }));

/** One price that is being written. */
export function PriceFields({ draft, at, isRecurring, onChange }: FieldsProps & { readonly isRecurring: boolean }): ReactNode {
  const { prices: words } = useWords();
  const { show } = useUiWords();
  const types = AMOUNT_TYPES.filter((type) => isRecurring || type !== 'metered_unit');
  return (
    <>
      <div className="form-row">
        <SelectInput
          label={words.type}
          value={draft.type}
          choices={types.map((id) => ({ id, label: words.types[id] }))}
          onChange={(type) => onChange({ type })}
        />
        <ComboInput
          name={`${at}.price_currency`}
          label={words.currency}
          showAll={show}
          value={draft.currency}
          choices={CURRENCY_CHOICES}
          onChange={(currency) => currency && onChange({ currency })}
        />
        <SelectInput label={words.tax} value={draft.tax} choices={choicesOf(words.taxes)} onChange={(tax) => onChange({ tax })} />
        {draft.type === 'fixed' && (
          <Amount
            at={`${at}.price_amount`}
            currency={draft.currency}
            isRequired
            label={words.amount}
            value={draft.amount}
            onChange={(amount) => onChange({ amount })}
          />
        )}
      </div>
      <Amounts draft={draft} at={at} onChange={onChange} />
    </>
  );
}

function Amounts({ draft, at, onChange }: FieldsProps): ReactNode {
  const { prices: words } = useWords();
  switch (draft.type) {
    case 'free':
    case 'fixed':
      return null;
    case 'custom':
      return (
        <div className="form-row">
          <Amount
            at={`${at}.minimum_amount`}
            currency={draft.currency}
            label={words.minimum}
            hint={words.minimumHint}
            value={draft.minimum}
            onChange={(minimum) => onChange({ minimum })}
          />
          <Amount
            at={`${at}.maximum_amount`}
            currency={draft.currency}
            label={words.maximum}
            hint={words.noLimit}
            value={draft.maximum}
            onChange={(maximum) => onChange({ maximum })}
          />
          <Amount
            at={`${at}.preset_amount`}
            currency={draft.currency}
            label={words.preset}
            value={draft.preset}
            onChange={(preset) => onChange({ preset })}
          />
        </div>
      );
    case 'seat_based':
      return <TiersInput draft={draft} at={at} onChange={onChange} />;
    case 'metered_unit':
      return <Metered draft={draft} at={at} onChange={onChange} />;
  }
}

function Metered({ draft, at, onChange }: FieldsProps): ReactNode {
  const { prices: words } = useWords();
  const meters = useMeters();
  return (
    <div className="form-row">
      <SelectInput
        name={`${at}.meter_id`}
        isRequired
        label={words.meter}
        hint={meters.length === 0 ? words.noMeters : undefined}
        value={draft.meterId}
        choices={meters.map(({ id, name }) => ({ id, label: name }))}
        onChange={(meterId) => onChange({ meterId })}
      />
      <Amount
        at={`${at}.unit_amount`}
        currency={draft.currency}
        isFraction
        isRequired
        label={words.unitAmount}
        value={draft.unitAmount}
        onChange={(unitAmount) => onChange({ unitAmount })}
      />
      <Amount
        at={`${at}.cap_amount`}
        currency={draft.currency}
        label={words.cap}
        hint={words.noLimit}
        value={draft.cap}
        onChange={(cap) => onChange({ cap })}
      />
    </div>
  );
}

/** The meters that can be sold or credited. */
export function useMeters() {
  const { organization_id } = useOrganization();
  const query = { organization_id: [organization_id], is_archived: false, limit: 100 };
  const meters = useQuery({
    queryKey: ['meters', organization_id, 'current'],
    queryFn: () => answer(api.GET('/v1/meters/', { params: { query } })),
  });
  return meters.data?.items ?? [];
}
