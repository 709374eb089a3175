import './meters.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day, Fact, Status } from '../../ui/display.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { PERIODS } from '../../ui/period.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { FilterText } from './filter-text.tsx';
import type { Meter } from './filters.ts';
import { MeterChart } from './meter-chart.tsx';
import { MeterCustomers } from './meter-customers.tsx';
import { MeterDialog } from './meter-dialog.tsx';
import { useQuantityText, useUnitText } from './meter-texts.ts';
import { MeterThresholds } from './meter-thresholds.tsx';

const route = getRouteApi('/$slug/meters/$id');

export function MeterPage(): ReactNode {
  const { meter: words, chartPeriods } = useWords();
  const { id } = route.useParams();
  const { period = 'month' } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useQuery({
    queryKey: ['meters', 'one', id],
    queryFn: () => answer(api.GET('/v1/meters/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/meters">{words.back}</BackLink>
      <Loaded of={read} waiting={<SkeletonCards count={3} />}>
        {(meter) => (
          <>
            <PageHead
              title={meter.name}
              text={
                <Status tone={meter.archived_at ? 'idle' : 'good'}>
                  {meter.archived_at ? words.isArchived : words.isCounting}
                </Status>
              }
            >
              <SelectInput
                bare
                label={words.period}
                value={period}
                choices={PERIODS.map((each) => ({ id: each, label: chartPeriods[each] }))}
                onChange={(chosen) => void navigate({ search: (before) => ({ ...before, period: chosen }), replace: true })}
              />
              <Actions meter={meter} />
            </PageHead>
            <div className="halves">
              <div className="stack">
                <MeterChart meter={meter} period={period} />
                <MeterCustomers meterId={id} />
              </div>
              <div className="stack">
                <Details meter={meter} />
                <MeterThresholds meterId={id} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Details({ meter }: { readonly meter: Meter }): ReactNode {
  const { meter: words, meterEditor } = useWords();
  const { slug } = useOrganization();
  const quantityOf = useQuantityText();
  const unitOf = useUnitText();
  return (
    <Card
      title={words.details}
      foot={
        <Link to="/$slug/events" params={{ slug }} search={{ meter: meter.id }}>
          {words.events}
        </Link>
      }
    >
      <div className="stack">
        <dl className="facts lines">
          <Fact name={words.quantity}>{quantityOf(meter.aggregation)}</Fact>
          <Fact name={words.unit}>{unitOf(meter)}</Fact>
          <Fact name={meterEditor.lateEvents}>{meterEditor.lateEventsRules[meter.late_events]}</Fact>
          <Fact name={words.since}>
            <Day at={meter.created_at} />
          </Fact>
        </dl>
        <div>
          <h3 className="small">{words.counts}</h3>
          <FilterText filter={meter.filter} />
        </div>
      </div>
    </Card>
  );
}

function Actions({ meter }: { readonly meter: Meter }): ReactNode {
  const { meter: words } = useWords();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const mayWrite = useMay('meters:write');
  const [open, setOpen] = useState<'edit' | 'archive' | null>(null);
  const setArchived = async (is_archived: boolean): Promise<void> => {
    await answer(api.PATCH('/v1/meters/{id}', { params: { path: { id: meter.id } }, body: { is_archived } }));
    await queries.invalidateQueries({ queryKey: ['meters'] });
    toast(is_archived ? words.archived : words.restored);
  };
  const restore = (): void => void setArchived(false).catch((error: unknown) => badToast(textOf(error)));
  if (!mayWrite) return null;
  return (
    <>
      <Button icon={Pencil} onPress={() => setOpen('edit')}>
        {words.edit}
      </Button>
      {meter.archived_at ? (
        <Button icon={ArchiveRestore} onPress={restore}>
          {words.restore}
        </Button>
      ) : (
        <Button look="quiet-danger" icon={Archive} onPress={() => setOpen('archive')}>
          {words.archive}
        </Button>
      )}
      {open === 'edit' && <MeterDialog meter={meter} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        title={words.archiveTitle(meter.name)}
        text={words.archiveText}
        confirm={words.archive}
        isDestructive
        isOpen={open === 'archive'}
        onClose={() => setOpen(null)}
        onConfirm={() => setArchived(true)}
      />
    </>
  );
}
