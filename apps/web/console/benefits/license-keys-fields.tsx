import { type ReactNode, useState } from 'react';
import { SelectInput, TextInput } from '../../ui/fields.tsx';
import { ChoiceField, choicesOf, OptionalSection, SwitchField } from '../form-fields.tsx';
import { useWords } from '../words/index.ts';
import { DurationField } from './duration-field.tsx';
import type { KeyProperties } from './key-properties.ts';
import { PolicyFields } from './policy-fields.tsx';
import { ReplacedBenefits } from './replaced-benefits.tsx';

const textOf = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));

/** The terms of the keys that customers get. */
export function LicenseKeysFields({
  benefitId,
  properties,
  replaced,
  onReplaced,
}: {
  readonly benefitId: string | undefined;
  readonly properties: KeyProperties | undefined;
  readonly replaced: readonly string[];
  readonly onReplaced: (ids: readonly string[]) => void;
}): ReactNode {
  const { benefit: words, periods } = useWords();
  const { prefix, expires, limit_usage, deliver_by_email, offline } = properties ?? {};
  return (
    <>
      <TextInput
        name="properties.prefix"
        label={words.prefix}
        hint={words.prefixHint}
        defaultValue={prefix ?? ''}
        maxLength={255}
      />
      <OptionalSection label={words.expires} hint={words.expiresHint} defaultOn={Boolean(expires)}>
        <div className="form-row">
          <TextInput
            name="properties.expires.ttl"
            inputMode="numeric"
            label={words.expiresAfter}
            defaultValue={textOf(expires?.ttl ?? 1)}
            maxLength={9}
          />
          <ChoiceField
            name="properties.expires.timeframe"
            label={words.unit}
            choices={choicesOf({ day: periods.units.day, month: periods.units.month, year: periods.units.year })}
            defaultValue={expires?.timeframe ?? 'year'}
          />
        </div>
      </OptionalSection>
      <ActivationFields properties={properties} />
      <TextInput
        name="properties.limit_usage"
        inputMode="numeric"
        label={words.limitUsage}
        hint={words.noLimit}
        defaultValue={textOf(limit_usage)}
        maxLength={10}
      />
      <ChoiceField
        name="properties.quantity"
        label={words.quantity}
        hint={words.quantityHint}
        choices={choicesOf(words.quantities)}
        defaultValue={properties?.quantity ?? 'one'}
      />
      <ChoiceField
        name="properties.when_bought_again"
        label={words.boughtAgain}
        hint={words.boughtAgainHint}
        choices={choicesOf(words.repurchases)}
        defaultValue={properties?.when_bought_again ?? 'new_key'}
      />
      <SwitchField name="properties.deliver_by_email" label={words.deliverByEmail} defaultValue={deliver_by_email ?? false} />
      <OptionalSection label={words.offline} hint={words.offlineHint} defaultOn={Boolean(offline)}>
        <DurationField
          name="properties.offline.lease_seconds"
          label={words.lease}
          seconds={offline?.lease_seconds ?? 604_800}
          unit="day"
        />
        <DurationField
          name="properties.offline.grace_seconds"
          label={words.leaseGrace}
          seconds={offline?.grace_seconds ?? 0}
          unit="day"
        />
        <TextInput
          name="properties.offline.max_offline_devices"
          inputMode="numeric"
          label={words.offlineDevices}
          defaultValue={textOf(offline?.max_offline_devices ?? 1)}
          maxLength={4}
        />
      </OptionalSection>
      <KeyFormatFields format={properties?.key_format} />
      <PolicyFields policy={properties?.policy} />
      <ReplacedBenefits benefitId={benefitId} ids={replaced} onChange={onReplaced} />
    </>
  );
}

function ActivationFields({ properties }: { readonly properties: KeyProperties | undefined }): ReactNode {
  const { benefit: words } = useWords();
  const activations = properties?.activations;
  const [mode, setMode] = useState<'node_locked' | 'floating'>(activations?.mode ?? 'node_locked');
  return (
    <OptionalSection label={words.activations} hint={words.activationsHint} defaultOn={Boolean(activations)}>
      <div className="form-row">
        <SelectInput
          name="properties.activations.mode"
          label={words.mode}
          value={mode}
          choices={choicesOf(words.modes)}
          onChange={setMode}
        />
        <TextInput
          name="properties.activations.limit"
          inputMode="numeric"
          label={words.limitDevices}
          defaultValue={textOf(activations?.limit ?? 3)}
          maxLength={10}
        />
      </div>
      {mode === 'floating' && (
        <>
          <DurationField
            name="properties.activations.checkout_seconds"
            label={words.checkout}
            hint={words.checkoutHint}
            seconds={activations?.checkout_seconds ?? 600}
            unit="minute"
          />
          <TextInput
            name="properties.activations.overdraft"
            inputMode="numeric"
            label={words.overdraft}
            defaultValue={textOf(activations?.overdraft ?? 0)}
            maxLength={5}
          />
        </>
      )}
      <SwitchField
        name="properties.activations.enable_customer_admin"
        label={words.customerAdmin}
        defaultValue={activations?.enable_customer_admin ?? true}
      />
    </OptionalSection>
  );
}

function KeyFormatFields({ format }: { readonly format: KeyProperties['key_format'] }): ReactNode {
  const { benefit: words } = useWords();
  return (
    <OptionalSection label={words.keyFormat} hint={words.keyFormatHint} defaultOn={Boolean(format)}>
      <div className="form-row">
        <TextInput
          name="properties.key_format.groups"
          inputMode="numeric"
          label={words.groups}
          defaultValue={textOf(format?.groups ?? 5)}
          maxLength={2}
        />
        <TextInput
          name="properties.key_format.group_length"
          inputMode="numeric"
          label={words.groupLength}
          defaultValue={textOf(format?.group_length ?? 5)}
          maxLength={2}
        />
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
    </OptionalSection>
  );
}
