import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCreditWords } from './credit-words.ts';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Day } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';

type Credit = Schema<'CustomerMeterCreditRead'> & { readonly customerMeter: Meter };
type Meter = Schema<'CustomerState'>['active_meters'][number];

const MOST = 100;

/** The credits of a customer that have an end or a priority. */
export default function CreditsOf({
  meters,
  nameOf,
}: {
  readonly meters: readonly Meter[];
  readonly nameOf: (meterId: string) => string;
}): ReactNode {
  const words = useCreditWords();
  const { number } = useFormats();
  const mayRevoke = useMay('customers:write');
  const [revoked, revoke] = useState<Credit | null>(null);
  const lists = useQueries({
    queries: meters.map((customerMeter) => ({
      queryKey: ['customer-meters', 'credits', customerMeter.id],
      queryFn: async () => {
        const params = { path: { id: customerMeter.id }, query: { limit: MOST } };
        const { items } = await answer(api.GET('/v1/customer-meters/{id}/credits', { params }));
        return items.map((credit) => ({ ...credit, customerMeter }));
      },
    })),
  });
  const credits: readonly Credit[] = lists.flatMap(({ data }) => data ?? []);
  if (credits.length === 0) return null;
  const columns: readonly Column<Credit>[] = [
    { id: 'meter', title: words.meter, cell: ({ customerMeter }) => nameOf(customerMeter.meter_id) },
    { id: 'units', title: words.given, isNumber: true, cell: ({ units }) => number(units) },
    { id: 'left', title: words.left, isNumber: true, cell: ({ units_left }) => number(units_left) },
    { id: 'priority', title: words.priority, isNumber: true, cell: ({ priority }) => number(priority) },
    { id: 'end', title: words.end, cell: ({ expires_at }) => (expires_at ? <Day at={expires_at} /> : words.noEnd) },
    { id: 'source', title: words.source, cell: ({ benefit_grant_id }) => (benefit_grant_id ? words.byBenefit : words.byHand) },
    ...(mayRevoke
      ? [
          {
            id: 'actions',
            title: words.revoke,
            isTitleHidden: true,
            cell: (credit: Credit) => (
              <Button small onPress={() => revoke(credit)}>
                {words.revoke}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card flush title={words.list}>
      <Table label={words.list} columns={columns} rows={credits} rowId={({ id }) => id} />
      {revoked && <RevokeDialog credit={revoked} onClose={() => revoke(null)} />}
    </Card>
  );
}

/** Asks before what is left of a credit is taken away, and why. */
function RevokeDialog({ credit, onClose }: { readonly credit: Credit; readonly onClose: () => void }): ReactNode {
  const words = useCreditWords();
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  const revoke = async (form: FormData): Promise<void> => {
    const path = { id: credit.customerMeter.id, credit_id: credit.id };
    const body = { reason: String(form.get('reason')) };
    const headers = { 'Idempotency-Key': keyOf({ ...path, ...body }) };
    await answer(api.POST('/v1/customer-meters/{id}/credits/{credit_id}/revoke', { params: { path }, headers, body }));
    await queries.invalidateQueries();
    onClose();
    toast(words.revoked);
  };
  return (
    <Dialog title={words.revokeTitle} role="alertdialog" isOpen onClose={onClose}>
      <p className="soft">{words.revokeText}</p>
      <ApiForm
        submitLabel={words.revoke}
        submit={{ look: 'danger' }}
        onSubmit={revoke}
        onCancel={onClose}
        cancel={{ autoFocus: true }}
      >
        <TextInput name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} isRequired />
      </ApiForm>
    </Dialog>
  );
}
