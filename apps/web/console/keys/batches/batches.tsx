import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Boxes, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../../api/client.ts';
import { useFormats } from '../../../i18n/languages.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Day, Status } from '../../../ui/display.tsx';
import { Empty, PageHead } from '../../../ui/surfaces.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { BackLink } from '../../back-link.tsx';
import { api, useMay, useOrganization } from '../../context.ts';
import { useListAddress } from '../../list-address.ts';
import { PagedCard } from '../../paged-card.tsx';
import { useWords } from '../../words/index.ts';
import { CreateBatchDialog } from './create-batch.tsx';
import { useKeyBatchWords } from './words.ts';

const PER_PAGE = 25;
type Batch = Schema<'LicenseKeyBatch'>;

export function KeyBatchesPage(): ReactNode {
  const words = useKeyBatchWords();
  const { keys } = useWords();
  const { page, toPage } = useListAddress('/$slug/keys/batches');
  const { organization_id: id } = useOrganization();
  const mayCreate = useMay('license_keys:write');
  const [isCreating, setCreating] = useState(false);
  const list = useQuery({
    queryKey: ['key-batches', id, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/license-key-batches/', { params: { query: { organization_id: [id], page, limit: PER_PAGE } } })),
  });
  return (
    <>
      <BackLink to="/$slug/keys">{keys.title}</BackLink>
      <PageHead title={words.title} text={words.text}>
        {mayCreate && (
          <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
            {words.create}
          </Button>
        )}
      </PageHead>
      <PagedCard
        of={list}
        height={320}
        none={<Empty icon={Boxes} title={words.none} text={words.noneText} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <BatchTable batches={items} />}
      </PagedCard>
      {isCreating && <CreateBatchDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function BatchTable({ batches }: { readonly batches: readonly Batch[] }): ReactNode {
  const words = useKeyBatchWords();
  const { number } = useFormats();
  const [now] = useState(() => new Date().toISOString());
  const columns: readonly Column<Batch>[] = [
    { id: 'name', title: words.name, cell: ({ name }) => <strong>{name}</strong> },
    {
      id: 'claimed',
      title: words.claimed,
      isNumber: true,
      cell: ({ claimed, size }) => words.claimedOf(number(claimed), number(size)),
    },
    {
      id: 'until',
      title: words.until,
      cell: ({ claim_until }) => (claim_until === null ? words.always : <Day at={claim_until} />),
    },
    {
      id: 'status',
      title: words.status,
      cell: ({ is_stopped, claim_until }) => {
        if (is_stopped) return <Status tone="warn">{words.stopped}</Status>;
        const isOver = claim_until !== null && claim_until <= now;
        return <Status tone={isOver ? 'idle' : 'good'}>{isOver ? words.over : words.open}</Status>;
      },
    },
    { id: 'actions', title: words.actions, isTitleHidden: true, cell: (batch) => <BatchActions batch={batch} /> },
  ];
  return <Table label={words.title} columns={columns} rows={batches} rowId={({ id }) => id} />;
}

function BatchActions({ batch: { id, name, is_stopped } }: { readonly batch: Batch }): ReactNode {
  const words = useKeyBatchWords();
  const queries = useQueryClient();
  const mayChange = useMay('license_keys:write');
  const paper = navigator.language === 'en-US' ? 'letter' : 'a4';
  const [isAsking, setAsking] = useState(false);
  const change = async (isStopped: boolean): Promise<void> => {
    await answer(api.PATCH('/v1/license-key-batches/{id}', { params: { path: { id } }, body: { is_stopped: isStopped } }));
    await queries.invalidateQueries({ queryKey: ['key-batches'] });
    toast(isStopped ? words.stoppedNow(name) : words.resumed(name));
  };
  return (
    <div className="row">
      <ButtonLink small href={`/console/api/v1/license-key-batches/${id}/export?format=csv`} download={`${name}.csv`}>
        {words.exportCsv} <span className="visually-hidden">{name}</span>
      </ButtonLink>
      <ButtonLink
        small
        href={`/console/api/v1/license-key-batches/${id}/export?format=pdf&paper=${paper}`}
        download={`${name}.pdf`}
      >
        {words.exportPdf} <span className="visually-hidden">{name}</span>
      </ButtonLink>
      {mayChange && (
        <Button small onPress={() => setAsking(true)}>
          {is_stopped ? words.resume : words.stop} <span className="visually-hidden">{name}</span>
        </Button>
      )}
      <ConfirmDialog
        title={is_stopped ? words.resumeTitle(name) : words.stopTitle(name)}
        text={is_stopped ? words.resumeText : words.stopText}
        confirm={is_stopped ? words.resume : words.stop}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => change(!is_stopped)}
      />
    </div>
  );
}
