import type { ReactNode } from 'react';
import { TextInput } from '../../ui/fields.tsx';
import { ChoiceField, choicesOf, FieldGroup, OptionalSection } from '../form-fields.tsx';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { MetadataInput, metadataOf, type MetadataRow } from '../metadata-input.tsx';
import { useWords } from '../words/index.ts';
import type { Product, Unit } from './price-text.ts';

/** What a product is called and who sees it. A trial can only be offered with a subscription. */
export function DetailFields({
  product,
  isRecurring,
  metadata,
  onMetadata,
}: {
  readonly product?: Product;
  readonly isRecurring: boolean;
  readonly metadata: readonly MetadataRow[];
  readonly onMetadata: (rows: readonly MetadataRow[]) => void;
}): ReactNode {
  const { product: words, periods, visibilities } = useWords();
  const count = useWholeNumber(1);
  return (
    <>
      <TextInput name="name" label={words.name} defaultValue={product?.name ?? ''} minLength={3} maxLength={64} isRequired />
      <TextInput
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        multiline
        maxLength={10_000}
        defaultValue={product?.description ?? ''}
      />
      <ChoiceField
        name="visibility"
        label={words.visibility}
        hint={words.visibilityHint}
        choices={choicesOf(visibilities)}
        defaultValue={product?.visibility ?? 'public'}
      />
      {isRecurring && (
        <OptionalSection label={words.trial} hint={words.trialHint} defaultOn={Boolean(product?.trial_interval)}>
          <div className="form-row">
            <TextInput
              name="trial_interval_count"
              inputMode="numeric"
              label={words.trialCount}
              defaultValue={String(product?.trial_interval_count ?? 14)}
              maxLength={4}
              check={count}
              isRequired
            />
            <ChoiceField
              name="trial_interval"
              label={words.trialUnit}
              choices={choicesOf(periods.units)}
              defaultValue={product?.trial_interval ?? 'day'}
            />
          </div>
        </OptionalSection>
      )}
      <FieldGroup title={words.links} isOpen={Boolean(product?.renewal_url ?? product?.upgrade_url)}>
        <TextInput
          name="renewal_url"
          type="url"
          label={words.renewalUrl}
          hint={words.renewalUrlHint}
          defaultValue={product?.renewal_url ?? ''}
        />
        <TextInput
          name="upgrade_url"
          type="url"
          label={words.upgradeUrl}
          hint={words.upgradeUrlHint}
          defaultValue={product?.upgrade_url ?? ''}
        />
      </FieldGroup>
      <MetadataInput rows={metadata} onChange={onMetadata} />
    </>
  );
}

const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** What the fields say, as the API takes it. Without a trial, one that there was ends. */
export function detailsIn(form: FormData, metadata: readonly MetadataRow[]) {
  const hasTrial = form.has('trial_interval');
  return {
    name: textIn(form, 'name'),
    description: textIn(form, 'description') || null,
    visibility: textIn(form, 'visibility') as Product['visibility'],
    metadata: metadataOf(metadata),
    renewal_url: textIn(form, 'renewal_url') || null,
    upgrade_url: textIn(form, 'upgrade_url') || null,
    trial_interval: hasTrial ? (textIn(form, 'trial_interval') as Unit) : null,
    trial_interval_count: hasTrial ? Number(textIn(form, 'trial_interval_count')) : null,
  };
}
