import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, type LicenseKeyDetails, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';

const PER_PAGE = 10;
type Reservation = Schema<'UsageReservation'>;

/** The usage that applications have reserved and not used yet. Nothing is shown of a key without reservations. */
export function KeyReservations({ licenseKey }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { keyUse: words } = useWords();
  const { number } = useFormats();
  const [page, setPage] = useState(1);
  const { id } = licenseKey;
  const list = useQuery({
    queryKey: ['keys', 'reservations', id, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/license-keys/{id}/reservations', { params: { path: { id }, query: { page, limit: PER_PAGE } } })),
  }).data;
  if (!list || list.pagination.total_count === 0) return null;
  const { total_count, max_page } = list.pagination;
  return (
    <Card flush title={words.reservations} note={words.reservationsText}>
      <ReservationTable licenseKey={licenseKey} reservations={list.items} />
      <Pager summary={words.reservationsTotal(number(total_count))} page={page} pages={max_page} onPage={setPage} />
    </Card>
  );
}

function ReservationTable({
  licenseKey: { key, organization_id },
  reservations,
}: {
  readonly licenseKey: LicenseKeyDetails;
  readonly reservations: readonly Reservation[];
}): ReactNode {
  const { keyUse: words } = useWords();
  const { actions } = useUiWords();
  const { number } = useFormats();
  const mayChange = useMay('license_keys:write');
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Reservation | null>(null);
  const release = async ({ id }: Reservation): Promise<void> => {
    await answer(
      api.POST('/v1/customer-portal/license-keys/reservations/{id}/release', {
        params: { path: { id } },
        headers: { 'Idempotency-Key': newIdempotencyKey() },
        body: { key, organization_id },
      }),
    );
    await queries.invalidateQueries({ queryKey: ['keys'] });
    toast(words.released);
  };
  const columns: readonly Column<Reservation>[] = [
    { id: 'units', title: words.units, cell: ({ units }) => number(units) },
    { id: 'since', title: words.reserved, cell: ({ created_at }) => <Ago at={created_at} /> },
    { id: 'until', title: words.reservedUntil, cell: ({ expires_at }) => <Ago at={expires_at} /> },
  ];
  const releasing: Column<Reservation> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (reservation) => (
      <Button small look="quiet-danger" icon={Undo2} onPress={() => setLeaving(reservation)}>
        {words.release}
      </Button>
    ),
  };
  return (
    <>
      <Table
        label={words.reservations}
        columns={mayChange ? [...columns, releasing] : columns}
        rows={reservations}
        rowId={({ id }) => id}
      />
      <ConfirmDialog
        title={words.releaseTitle(number(leaving?.units ?? 0))}
        text={words.releaseText}
        confirm={words.release}
        isDestructive
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => release(leaving!)}
      />
    </>
  );
}
