import type { ReactNode } from 'react';
import { TextInput } from '../../ui/fields.tsx';
import { ChoiceField, choicesOf, OptionalSection } from '../form-fields.tsx';
import { MetadataInput, metadataOf, type MetadataRow } from '../metadata-input.tsx';
import { fieldProblem } from '../../api/problem.ts';
import { useWords } from '../words/index.ts';
import type { Product, Unit } from './price-text.ts';

/** The names of the fields, for what a 422 says about them. */
export const detailFields = (rows: readonly MetadataRow[]): string[] => [
  'name',
  'description',
  'visibility',
  'trial_interval',
  'trial_interval_count',
  ...rows.map(({ name }) => `metadata.${name}`),
];

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
      <MetadataInput rows={metadata} onChange={onMetadata} />
    </>
  );
}

const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** A whole number of the form. Throws a problem for anything else. */
export function countIn(form: FormData, name: string, notANumber: string): number {
  const text = textIn(form, name);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw fieldProblem(name, notANumber);
  return Number(text);
}

/** What the fields say, as the API takes it. Without a trial, one that there was ends. */
export function detailsIn(form: FormData, metadata: readonly MetadataRow[], notANumber: string) {
  const hasTrial = form.has('trial_interval');
  return {
    name: textIn(form, 'name'),
    description: textIn(form, 'description') || null,
    visibility: textIn(form, 'visibility') as Product['visibility'],
    metadata: metadataOf(metadata),
    trial_interval: hasTrial ? (textIn(form, 'trial_interval') as Unit) : null,
    trial_interval_count: hasTrial ? countIn(form, 'trial_interval_count', notANumber) : null,
  };
}
