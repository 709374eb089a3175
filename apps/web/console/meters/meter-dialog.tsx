import './meters.css';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { useWords } from '../words/index.ts';
import { draftOf, filterOf, isSameFilter, newClause, newGroup } from './filter-draft.ts';
import { GroupEditor } from './filter-editor.tsx';
import type { Meter } from './filters.ts';

const FUNCTIONS = ['count', 'sum', 'max', 'min', 'avg', 'unique'] as const satisfies Meter['aggregation']['func'][];
const UNITS = ['scalar', 'token', 'custom'] as const satisfies Meter['unit'][];
const LATE_EVENTS = ['arrival', 'timestamp'] as const satisfies Meter['late_events'][];

/** Creates a meter, or changes one. What a meter counts is only sent if it was changed. */
export function MeterDialog({ meter, onClose }: { readonly meter?: Meter; readonly onClose: () => void }): ReactNode {
  const { meterEditor: words } = useWords();
  const { save } = useUiWords();
  const [func, setFunc] = useState(meter?.aggregation.func ?? 'count');
  const [unit, setUnit] = useState(meter?.unit ?? 'scalar');
  const [lateEvents, setLateEvents] = useState<Meter['late_events']>(meter?.late_events ?? 'arrival');
  const [filter, setFilter] = useState(() => (meter ? draftOf(meter.filter) : newGroup([newClause()])));
  const count = useWholeNumber(1);
  const send = useSend(meter, onClose);
  const read = (form: FormData): Schema<'MeterCreate'> => {
    const textOf = (name: string): string => String(form.get(name) ?? '').trim();
    const multiplier = textOf('custom_multiplier');
    const property = textOf('aggregation.property');
    return {
      name: textOf('name'),
      unit,
      custom_label: unit === 'custom' ? textOf('custom_label') || null : null,
      custom_multiplier: unit === 'custom' && multiplier !== '' ? Number(multiplier) : null,
      filter: filterOf(filter, words),
      aggregation: func === 'count' ? { func } : { func, property },
      late_events: lateEvents,
    };
  };
  return (
    <Dialog wide title={meter ? words.edit : words.create} isOpen onClose={onClose}>
      <ApiForm submitLabel={meter ? save : words.submit} onSubmit={async (form) => send(read(form))} onCancel={onClose}>
        <TextInput name="name" label={words.name} defaultValue={meter?.name ?? ''} autoFocus isRequired />
        <SelectInput
          name="aggregation"
          label={words.aggregation}
          value={func}
          choices={FUNCTIONS.map((id) => ({ id, label: words.functions[id] }))}
          onChange={setFunc}
        />
        {func !== 'count' && (
          <TextInput
            name="aggregation.property"
            label={words.property}
            hint={words.propertyHint}
            defaultValue={meter && meter.aggregation.func !== 'count' ? meter.aggregation.property : ''}
            isRequired
          />
        )}
        <SelectInput
          label={words.unit}
          value={unit}
          choices={UNITS.map((id) => ({ id, label: words.units[id] }))}
          onChange={setUnit}
        />
        {unit === 'custom' && (
          <>
            <TextInput name="custom_label" label={words.unitLabel} defaultValue={meter?.custom_label ?? ''} isRequired />
            <TextInput
              name="custom_multiplier"
              inputMode="numeric"
              label={words.multiplier}
              maxLength={10}
              check={count}
              defaultValue={meter?.custom_multiplier?.toString() ?? ''}
            />
          </>
        )}
        <SelectInput
          name="late_events"
          label={words.lateEvents}
          value={lateEvents}
          choices={LATE_EVENTS.map((id) => ({ id, label: words.lateEventsRules[id] }))}
          onChange={setLateEvents}
        />
        <p className="faint small">{meter ? words.fixed : words.filterHint}</p>
        <GroupEditor group={filter} onChange={setFilter} />
      </ApiForm>
    </Dialog>
  );
}

type Definition = Pick<Meter, 'filter' | 'aggregation'>;

const isSameAggregation = (one: Definition['aggregation'], other: Definition['aggregation']): boolean =>
  one.func === other.func && (one.func === 'count' || other.func === 'count' || one.property === other.property);

function useSend(meter: Meter | undefined, onClose: () => void): (body: Schema<'MeterCreate'>) => Promise<void> {
  const { meterEditor: words } = useWords();
  const { saved } = useUiWords();
  const { organization_id, slug } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(newIdempotencyKey);
  return async ({ filter, aggregation, late_events, ...rest }) => {
    if (meter) {
      const body = {
        ...rest,
        ...(isSameFilter(filter, meter.filter) ? {} : { filter }),
        ...(isSameAggregation(aggregation, meter.aggregation) ? {} : { aggregation }),
        ...(late_events === meter.late_events ? {} : { late_events }),
      };
      await answer(api.PATCH('/v1/meters/{id}', { params: { path: { id: meter.id } }, body }));
    } else {
      const created = await answer(
        api.POST('/v1/meters/', {
          headers: { 'Idempotency-Key': idempotencyKey },
          body: { ...rest, filter, aggregation, late_events, organization_id },
        }),
      );
      await navigate({ to: '/$slug/meters/$id', params: { slug, id: created.id } });
    }
    await queries.invalidateQueries({ queryKey: ['meters'] });
    toast(meter ? saved : words.created);
    onClose();
  };
}
