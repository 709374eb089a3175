import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { endOfDay } from '../../../../libs/support/src/days/days.ts';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats, useTimeZone, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Day } from '../../ui/display.tsx';
import { DayInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { flagsQuery } from '../benefits/flags-query.ts';
import { api, type LicenseKeyDetails, useMay } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { asScalar, MetadataInput, metadataOf, type MetadataRow } from '../metadata-input.tsx';
import { useWords } from '../words/index.ts';
import { textOfPairs } from './text-of-pairs.ts';

const PER_PAGE = 10;
const NO_ROWS: readonly MetadataRow[] = [];
type Source = Schema<'LicenseKeyEntitlementSource'>;

/** What a key entitles to, where that comes from, and what is given by hand. */
export function KeyEntitlements({ licenseKey: { id, organization_id } }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { keyEntitlements: words } = useWords();
  const { actions } = useUiWords();
  const { number } = useFormats();
  const mayChange = useMay('license_keys:write');
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const [isGiving, setGiving] = useState(false);
  const [leaving, setLeaving] = useState<Source | null>(null);
  const flags = useQuery(flagsQuery(organization_id)).data ?? [];
  const list = useQuery({
    queryKey: ['keys', 'entitlements', id, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/license-keys/{id}/entitlements', { params: { path: { id }, query: { page, limit: PER_PAGE } } })),
  }).data;
  const changed = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['keys'] });
    toast(text);
  };
  const takeBack = async ({ id: entitlement_id }: Source): Promise<void> => {
    await answer(api.DELETE('/v1/license-keys/{id}/entitlements/{entitlement_id}', { params: { path: { id, entitlement_id } } }));
    await changed(words.takenBack);
  };
  if (!list || (list.pagination.total_count === 0 && (!mayChange || flags.length === 0))) return null;
  const nameOf = (benefitId: string): string => flags.find((each) => each.id === benefitId)?.description ?? benefitId;
  const columns: readonly Column<Source>[] = [
    { id: 'benefit', title: words.benefit, cell: ({ benefit_id }) => nameOf(benefit_id) },
    { id: 'values', title: words.values, cell: ({ values }) => textOfPairs(values) },
    {
      id: 'source',
      title: words.source,
      cell: ({ source, reason }) => (reason === null ? words.sources[source] : words.byHand(reason)),
    },
    { id: 'end', title: words.ends, cell: ({ ends_at }) => (ends_at === null ? null : <Day at={ends_at} />) },
  ];
  const takingBack: Column<Source> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (source) =>
      source.source === 'by_hand' ? (
        <Button small look="quiet-danger" icon={Undo2} onPress={() => setLeaving(source)}>
          {words.takeBack}
          <span className="visually-hidden"> {nameOf(source.benefit_id)}</span>
        </Button>
      ) : null,
  };
  const { total_count, max_page } = list.pagination;
  return (
    <Card flush title={words.title} note={words.text}>
      {total_count > 0 && (
        <>
          <Table
            label={words.title}
            columns={mayChange ? [...columns, takingBack] : columns}
            rows={list.items}
            rowId={({ source, id: sourceId }) => `${source} ${sourceId}`}
          />
          <Pager summary={words.total(number(total_count))} page={page} pages={max_page} onPage={setPage} />
        </>
      )}
      {mayChange && flags.length > 0 && (
        <div className="card-body">
          <Button small icon={Plus} onPress={() => setGiving(true)}>
            {words.give}
          </Button>
        </div>
      )}
      {isGiving && (
        <GiveDialog
          keyId={id}
          choices={flags.map(({ id: flagId, description }) => ({ id: flagId, label: description }))}
          onClose={() => setGiving(false)}
          onGiven={() => changed(words.given)}
        />
      )}
      <ConfirmDialog
        title={words.takeBackTitle(leaving ? nameOf(leaving.benefit_id) : '')}
        text={words.takeBackText}
        confirm={words.takeBack}
        isDestructive
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => takeBack(leaving!)}
      />
    </Card>
  );
}

/** Asks what is given, why, and until when. */
function GiveDialog({
  keyId,
  choices,
  onClose,
  onGiven,
}: {
  readonly keyId: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly onClose: () => void;
  readonly onGiven: () => Promise<void>;
}): ReactNode {
  const { keyEntitlements: words } = useWords();
  const timeZone = useTimeZone();
  const [benefitId, setBenefitId] = useState(choices[0]!.id);
  const keyOf = useIdempotencyKey();
  const [values, setValues] = useState(NO_ROWS);
  const give = async (form: FormData): Promise<void> => {
    const day = String(form.get('ends_at'));
    const given = metadataOf(values, asScalar);
    const body = {
      benefit_id: benefitId,
      reason: String(form.get('reason')).trim(),
      ...(Object.keys(given).length === 0 ? {} : { values: given }),
      ...(day === '' ? {} : { ends_at: endOfDay(day, timeZone) }),
    };
    const headers = { 'Idempotency-Key': keyOf(body) };
    await answer(api.POST('/v1/license-keys/{id}/entitlements', { params: { path: { id: keyId } }, headers, body }));
    onClose();
    await onGiven();
  };
  return (
    <Dialog title={words.giveTitle} isOpen onClose={onClose}>
      <p className="soft">{words.giveText}</p>
      <ApiForm submitLabel={words.give} onSubmit={give} onCancel={onClose}>
        <SelectInput name="benefit_id" label={words.benefit} choices={choices} value={benefitId} onChange={setBenefitId} />
        <MetadataInput title={words.otherValues} field="values" rows={values} onChange={setValues} />
        <TextInput name="reason" label={words.reason} maxLength={255} isRequired />
        <DayInput name="ends_at" label={words.ends} hint={words.noEnd} defaultValue="" />
      </ApiForm>
    </Dialog>
  );
}
