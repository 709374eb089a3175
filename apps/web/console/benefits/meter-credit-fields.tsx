import { type ReactNode, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { SwitchField } from '../form-fields.tsx';
import { useMeters } from '../products/price-fields.tsx';
import { useWords } from '../words/index.ts';
import { CountField } from './count-field.tsx';

/** Units of a meter that customers may use before they pay. */
export function MeterCreditFields({
  properties,
}: {
  readonly properties: Schema<'BenefitMeterCreditProperties'> | undefined;
}): ReactNode {
  const { benefit: words, prices } = useWords();
  const meters = useMeters();
  const [meterId, setMeterId] = useState(properties?.meter_id ?? null);
  return (
    <>
      <SelectInput
        name="properties.meter_id"
        label={prices.meter}
        hint={meters.length === 0 ? prices.noMeters : undefined}
        value={meterId}
        choices={meters.map(({ id, name }) => ({ id, label: name }))}
        onChange={setMeterId}
      />
      <TextInput
        name="properties.units"
        inputMode="numeric"
        label={words.units}
        hint={words.unitsHint}
        defaultValue={properties ? String(properties.units) : ''}
        maxLength={10}
        isRequired
      />
      <div className="form-row">
        <CountField name="properties.expires_after_days" label={words.unitsDays} value={properties?.expires_after_days} />
        <CountField name="properties.priority" label={words.unitsPriority} value={properties?.priority} />
      </div>
      <SwitchField name="properties.rollover" label={words.rollover} defaultValue={properties?.rollover ?? false} />
    </>
  );
}
