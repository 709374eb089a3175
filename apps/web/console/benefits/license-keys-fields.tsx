import { type ReactNode, useState } from 'react';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ChoiceField, choicesOf, FieldGroup, OptionalSection, SwitchField } from '../form-fields.tsx';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { useWords } from '../words/index.ts';
import { CountField } from './count-field.tsx';
import { DevicesPolicyFields } from './devices-policy-fields.tsx';
import { DurationField } from './duration-field.tsx';
import type { KeyProperties } from './key-properties.ts';
import { KeyFormatFields } from './key-format-fields.tsx';
import { LifetimeRules, RefusalFields, UsageRules } from './policy-fields.tsx';
import { ReplacedBenefits } from './replaced-benefits.tsx';

const textOf = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));

/** The terms of the keys that customers get: what most sellers set, and the rest in groups. */
export function LicenseKeysFields({
  benefitId,
  properties,
  replaced,
  onReplaced,
}: {
  readonly benefitId: string | undefined;
  readonly properties: KeyProperties | undefined;
  readonly replaced: readonly string[];
  /** Undefined where nothing can be replaced yet. */
  readonly onReplaced?: (ids: readonly string[]) => void;
}): ReactNode {
  const { benefit: words, periods } = useWords();
  const count = useWholeNumber();
  const { prefix, expires, limit_usage, deliver_by_email, first_steps, offline, key_format, policy } = properties ?? {};
  const { expiry, expiry_notices, refusal_notices, updates, versions, trial, devices, usage_period, counters, check_in, alerts } =
    policy ?? {};
  const { quantity = 'one', when_bought_again = 'new_key', when_leaked = 'tell' } = properties ?? {};
  return (
    <>
      <ActivationFields properties={properties} />
      <OptionalSection label={words.expires} hint={words.expiresHint} defaultOn={Boolean(expires)}>
        <div className="form-row">
          <CountField name="properties.expires.ttl" label={words.expiresAfter} value={expires?.ttl ?? 1} />
          <ChoiceField
            name="properties.expires.timeframe"
            label={words.unit}
            choices={choicesOf({ day: periods.units.day, month: periods.units.month, year: periods.units.year })}
            defaultValue={expires?.timeframe ?? 'year'}
          />
        </div>
      </OptionalSection>
      <SwitchField
        name="properties.deliver_by_email"
        label={words.deliverByEmail}
        defaultValue={deliver_by_email ?? properties === undefined}
      />
      <TextInput
        name="properties.first_steps"
        label={words.firstSteps}
        hint={words.firstStepsHint}
        defaultValue={first_steps ?? ''}
        maxLength={2_000}
        multiline
      />
      <FieldGroup title={words.lifetimeGroup} isOpen={Boolean(expiry ?? expiry_notices ?? updates ?? versions ?? trial)}>
        <LifetimeRules policy={policy} />
      </FieldGroup>
      <FieldGroup title={words.devicesGroup} isOpen={Boolean(offline ?? devices ?? refusal_notices)}>
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
          <CountField
            name="properties.offline.max_offline_devices"
            label={words.offlineDevices}
            value={offline?.max_offline_devices ?? 1}
          />
          <ChoiceField
            name="properties.offline.held"
            label={words.held}
            hint={words.heldHint}
            choices={choicesOf(words.heldRules)}
            absent={offline?.held === undefined ? 'released_at_once' : undefined}
            defaultValue={offline?.held ?? 'released_at_once'}
          />
          <div className="form-row">
            <CountField name="properties.offline.moves.limit" label={words.moves} value={offline?.moves?.limit} placeholder="3" />
            <CountField
              name="properties.offline.moves.period_days"
              label={words.movesPeriod}
              value={offline?.moves?.period_days}
              placeholder="30"
            />
          </div>
        </OptionalSection>
        <DevicesPolicyFields devices={devices} />
        <RefusalFields policy={policy} />
      </FieldGroup>
      <FieldGroup title={words.usageGroup} isOpen={Boolean(limit_usage ?? usage_period ?? counters ?? check_in ?? alerts)}>
        <TextInput
          name="properties.limit_usage"
          inputMode="numeric"
          label={words.limitUsage}
          hint={words.noLimit}
          defaultValue={textOf(limit_usage)}
          maxLength={10}
          check={count}
        />
        <UsageRules policy={policy} />
      </FieldGroup>
      <FieldGroup title={words.keyGroup} isOpen={Boolean(prefix ?? key_format) || when_leaked !== 'tell'}>
        <TextInput
          name="properties.prefix"
          label={words.prefix}
          hint={words.prefixHint}
          defaultValue={prefix ?? ''}
          maxLength={255}
        />
        <KeyFormatFields format={key_format} />
        <ChoiceField
          name="properties.when_leaked"
          label={words.whenLeaked}
          choices={choicesOf(words.leakRules)}
          defaultValue={when_leaked}
        />
      </FieldGroup>
      <FieldGroup
        title={words.purchaseGroup}
        isOpen={quantity !== 'one' || when_bought_again !== 'new_key' || replaced.length > 0}
      >
        <ChoiceField
          name="properties.quantity"
          label={words.quantity}
          hint={words.quantityHint}
          choices={choicesOf(words.quantities)}
          defaultValue={quantity}
        />
        <ChoiceField
          name="properties.when_bought_again"
          label={words.boughtAgain}
          hint={words.boughtAgainHint}
          choices={choicesOf(words.repurchases)}
          defaultValue={when_bought_again}
        />
        {onReplaced && <ReplacedBenefits benefitId={benefitId} ids={replaced} onChange={onReplaced} />}
      </FieldGroup>
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
        <CountField name="properties.activations.limit" label={words.limitDevices} value={activations?.limit ?? 3} />
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
          <CountField
            name="properties.activations.processes.per_device"
            label={words.processes}
            hint={words.processesHint}
            value={activations?.processes?.per_device}
            placeholder="16"
          />
        </>
      )}
      <CountField name="properties.activations.overdraft" label={words.overdraft} value={activations?.overdraft ?? 0} />
      {mode === 'node_locked' && <OverLimitFields rules={activations?.over_limit} />}
      <SwitchField
        name="properties.activations.enable_customer_admin"
        label={words.customerAdmin}
        defaultValue={activations?.enable_customer_admin ?? true}
      />
    </OptionalSection>
  );
}

/** What becomes of devices beyond the limit after it was lowered. */
function OverLimitFields({ rules }: { readonly rules: NonNullable<KeyProperties['activations']>['over_limit'] }): ReactNode {
  const { benefit: words } = useWords();
  const [policy, setPolicy] = useState<keyof typeof words.overLimitPolicies>(rules?.policy ?? 'keep');
  return (
    <div className="form-row">
      <SelectInput
        name="properties.activations.over_limit.policy"
        label={words.overLimit}
        value={policy}
        choices={choicesOf(words.overLimitPolicies)}
        onChange={setPolicy}
      />
      {policy !== 'keep' && (
        <CountField
          name="properties.activations.over_limit.after_days"
          label={words.overLimitDays}
          value={rules?.after_days ?? 14}
        />
      )}
    </div>
  );
}
