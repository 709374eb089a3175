import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { choicesOf } from '../form-fields.tsx';
import { useWords } from '../words/index.ts';
import { newTier, type PriceDraft, type TierDraft } from './price-draft.ts';
import { Amount } from './amount-input.tsx';

/** What a seat costs by the number of seats. Each tier begins where the one before it ends. */
export function TiersInput({
  draft: { tiers, tierType, currency },
  at,
  onChange,
}: {
  readonly draft: PriceDraft;
  readonly at: string;
  readonly onChange: (changes: Partial<PriceDraft>) => void;
}): ReactNode {
  const { prices: words } = useWords();
  const { removeOf } = useUiWords();
  const change = (id: string, changes: Partial<TierDraft>): void =>
    onChange({ tiers: tiers.map((tier) => (tier.id === id ? { ...tier, ...changes } : tier)) });
  return (
    <div className="tiers">
      <SelectInput
        label={words.tierType}
        value={tierType}
        choices={choicesOf(words.tierTypes)}
        onChange={(chosen) => onChange({ tierType: chosen })}
      />
      {tiers.map(({ id, upTo, amount }, index) => (
        <div key={id} className="tier">
          <TextInput
            name={`${at}.seat_tiers.tiers.${index}.max_seats`}
            label={words.upTo(index + 1)}
            hint={index === tiers.length - 1 ? words.noLimit : undefined}
            inputMode="numeric"
            maxLength={9}
            isRequired={index < tiers.length - 1}
            value={upTo}
            onChange={(text) => change(id, { upTo: text.replaceAll(/\D/g, '') })}
          />
          <Amount
            at={`${at}.seat_tiers.tiers.${index}.price_per_seat`}
            label={words.seatAmount(index + 1)}
            currency={currency}
            isRequired
            value={amount}
            onChange={(text) => change(id, { amount: text })}
          />
          <IconButton
            label={removeOf(words.tierOf(index + 1))}
            icon={X}
            isDisabled={tiers.length === 1}
            onPress={() => onChange({ tiers: tiers.filter((tier) => tier.id !== id) })}
          />
        </div>
      ))}
      <div className="row">
        <Button small icon={Plus} onPress={() => onChange({ tiers: [...tiers, newTier()] })}>
          {words.addTier}
        </Button>
      </div>
    </div>
  );
}
