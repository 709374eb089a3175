import type { ReactNode } from 'react';
import { DAY_ORDERS, type DayOrder } from '../../../../../libs/support/src/cells/dates.ts';
import { type Choice, SelectInput } from '../../../ui/choices.tsx';
import { Card } from '../../../ui/surfaces.tsx';
import { useKeyImportWords } from './words.ts';
import type { RepeatedOrders } from './lines.ts';

interface Reading<Value extends string> {
  /** Null if it is not known: nothing that depends on it is imported. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
}

/** What the cells of the file mean, where they do not say it themselves. What is undefined is no question of this file. */
export function ReadingsInput({
  dayOrder,
  zero,
  repeated,
}: {
  readonly dayOrder: Reading<DayOrder> | undefined;
  readonly zero: Reading<'problem' | 'never'> | undefined;
  readonly repeated: Reading<RepeatedOrders> | undefined;
}): ReactNode {
  const words = useKeyImportWords();
  if (!dayOrder && !zero && !repeated) return null;
  return (
    <Card title={words.readings} note={words.readingsText}>
      <div className="form form-row">
        {dayOrder && (
          <SelectInput
            label={words.dayOrder}
            placeholder={words.chooseOrder}
            choices={choicesOf(DAY_ORDERS, words.dayOrders)}
            {...dayOrder}
          />
        )}
        {zero && <SelectInput label={words.zero} choices={choicesOf(['problem', 'never'] as const, words.zeros)} {...zero} />}
        {repeated && (
          <SelectInput
            label={words.repeatedOrders}
            hint={words.repeatedHint}
            choices={choicesOf(['items', 'numbered'] as const, words.repeated)}
            {...repeated}
          />
        )}
      </div>
    </Card>
  );
}

const choicesOf = <Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): readonly Choice<Value>[] => values.map((id) => ({ id, label: words[id] }));
