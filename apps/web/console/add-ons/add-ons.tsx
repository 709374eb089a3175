import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, Boxes } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { Card, Empty, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { flagsQuery } from '../benefits/flags-query.ts';
import { useGrantColumns } from '../benefits/grant-columns.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { PagedCard } from '../paged-card.tsx';
import { ChooseKeyDialog } from './choose-key.tsx';
import { useAddOnWords } from './words.ts';

const PER_PAGE = 25;
type Flag = Schema<'BenefitFeatureFlag'>;
type Grant = Schema<'BenefitGrant'>;

const isAddOn = (benefit: Schema<'ListResourceBenefit'>['items'][number]): benefit is Flag =>
  benefit.type === 'feature_flag' && benefit.attach !== undefined && benefit.attach.to !== 'own_key';

/** The benefits that extend license keys, and who has them. */
export function AddOnsPage(): ReactNode {
  const words = useAddOnWords();
  const { organization_id, slug, scopes } = useOrganization();
  const { search, change } = useListAddress('/$slug/add-ons');
  const flags = useQuery(flagsQuery(organization_id));
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      <Loaded of={flags} waiting={<SkeletonCards count={1} height={320} />}>
        {(all) => {
          const addOns = all.filter(isAddOn);
          const chosen = addOns.find(({ id }) => id === search.benefit) ?? addOns[0];
          if (!chosen) {
            return (
              <Card flush>
                <Empty icon={Boxes} title={words.none} text={words.noneText}>
                  <Link to="/$slug/benefits" params={{ slug }} className="button">
                    {words.toBenefits}
                  </Link>
                </Empty>
              </Card>
            );
          }
          return (
            <>
              <div className="filters">
                <SelectInput
                  bare
                  label={words.addOn}
                  value={chosen.id}
                  choices={addOns.map(({ id, description }) => ({ id, label: description }))}
                  onChange={(benefit) => change({ benefit })}
                />
                {scopes.includes('webhooks:read') && (
                  <Link to="/$slug/undelivered" params={{ slug }} search={{ reason: 'key_missing' }}>
                    {words.waiting}
                  </Link>
                )}
              </div>
              <Grants addOn={chosen} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Who has an add-on. */
function Grants({ addOn }: { readonly addOn: Flag }): ReactNode {
  const words = useAddOnWords();
  const { page, toPage } = useListAddress('/$slug/add-ons');
  const [chosen, setChosen] = useState<Grant | null>(null);
  const list = useQuery({
    queryKey: ['benefits', 'grants', addOn.id, 'all', page],
    placeholderData: keepPreviousData,
    queryFn: () => {
      const params = { path: { id: addOn.id }, query: { page, limit: PER_PAGE } };
      return answer(api.GET('/v1/benefits/{id}/grants', { params }));
    },
  });
  return (
    <>
      <PagedCard
        of={list}
        height={320}
        none={<p className="card-body faint">{words.nobody}</p>}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(grants) => <GrantTable grants={grants} onChoose={setChosen} />}
      </PagedCard>
      {chosen && <ChooseKeyDialog addOn={addOn} grant={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function GrantTable({
  grants,
  onChoose,
}: {
  readonly grants: readonly Grant[];
  readonly onChoose: (grant: Grant) => void;
}): ReactNode {
  const words = useAddOnWords();
  const { customer, state, granted } = useGrantColumns();
  const { actions } = useUiWords();
  const mayChange = useMay('license_keys:write');
  const choosing: Column<Grant> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (grant) =>
      grant.is_granted ? (
        <Button small icon={KeyRound} onPress={() => onChoose(grant)}>
          {words.choose}
          <span className="visually-hidden"> {grant.customer.name ?? grant.customer.email ?? ''}</span>
        </Button>
      ) : null,
  };
  const columns = [customer, state, granted, ...(mayChange ? [choosing] : [])];
  return <Table label={words.title} columns={columns} rows={grants} rowId={({ id }) => id} />;
}
