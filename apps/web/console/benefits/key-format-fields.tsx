import { type ReactNode, useState } from 'react';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ChoiceField, choicesOf, OptionalSection, SwitchField } from '../form-fields.tsx';
import { useWords } from '../words/index.ts';
import { CountField } from './count-field.tsx';
import type { KeyProperties } from './key-properties.ts';

type KeyFormat = NonNullable<KeyProperties['key_format']>;
type SignedFormat = Extract<KeyFormat, { readonly type: 'signed' }>;

const isSigned = (format: KeyFormat | undefined): format is SignedFormat => format !== undefined && 'type' in format;

/** What the keys of the benefit look like, if they are no UUIDs. */
export function KeyFormatFields({ format }: { readonly format: KeyFormat | undefined }): ReactNode {
  const { benefit: words } = useWords();
  const [kind, setKind] = useState<keyof typeof words.keyKinds>(isSigned(format) ? 'signed' : 'random');
  return (
    <OptionalSection label={words.keyFormat} hint={words.keyFormatHint} defaultOn={Boolean(format)}>
      <SelectInput name="key_kind" label={words.keyKind} value={kind} choices={choicesOf(words.keyKinds)} onChange={setKind} />
      {kind === 'signed' ? (
        <SignedKeyFields format={isSigned(format) ? format : undefined} />
      ) : (
        <RandomKeyFields format={isSigned(format) ? undefined : format} />
      )}
    </OptionalSection>
  );
}

/** What keys say that prove themselves without a network. */
function SignedKeyFields({ format }: { readonly format: SignedFormat | undefined }): ReactNode {
  const { benefit: words } = useWords();
  return (
    <>
      <input type="hidden" name="properties.key_format.type" value="signed" />
      <TextInput
        name="properties.key_format.product"
        label={words.signedProduct}
        defaultValue={format?.product ?? ''}
        inputClass="mono"
        maxLength={40}
      />
      <TextInput
        name="properties.key_format.entitlements"
        label={words.signedEntitlements}
        hint={words.signedEntitlementsHint}
        defaultValue={format?.entitlements?.join(', ') ?? ''}
        inputClass="mono"
        maxLength={600}
      />
      <CountField
        name="properties.key_format.valid_days"
        label={words.signedDays}
        hint={words.signedDaysHint}
        value={format?.valid_days}
      />
    </>
  );
}

function RandomKeyFields({ format }: { readonly format: Exclude<KeyFormat, SignedFormat> | undefined }): ReactNode {
  const { benefit: words } = useWords();
  return (
    <>
      <div className="form-row">
        <CountField name="properties.key_format.groups" label={words.groups} value={format?.groups ?? 5} />
        <CountField name="properties.key_format.group_length" label={words.groupLength} value={format?.group_length ?? 5} />
      </div>
      <TextInput
        name="properties.key_format.alphabet"
        label={words.alphabet}
        hint={words.alphabetHint}
        defaultValue={format?.alphabet ?? ''}
        inputClass="mono"
        maxLength={36}
      />
      <ChoiceField
        name="properties.key_format.check"
        label={words.check}
        choices={choicesOf(words.checks)}
        defaultValue={format?.check ?? 'luhn_mod_n'}
      />
      <SwitchField
        name="properties.key_format.accepts_typed_input"
        label={words.typedInput}
        defaultValue={format?.accepts_typed_input ?? false}
      />
    </>
  );
}
