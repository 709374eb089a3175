import '../catalog.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day, Fact } from '../../ui/display.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { BenefitForm } from './benefit-form.tsx';
import { type Benefit, BenefitVisibility } from './benefits.tsx';

const Grants = lazy(async () => ({ default: (await import('./grants.tsx')).Grants }));

const PoolOfBenefit = lazy(async () => ({ default: (await import('../key-pools/pool-of-benefit.tsx')).PoolOfBenefit }));

const route = getRouteApi('/$slug/benefits/$id');

export function BenefitPage(): ReactNode {
  const { benefit: words } = useWords();
  const { id } = route.useParams();
  const mayChange = useMay('benefits:write');
  const benefit = useQuery({
    queryKey: ['benefits', 'one', id],
    queryFn: () => answer(api.GET('/v1/benefits/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/benefits">{words.back}</BackLink>
      <Loaded of={benefit} waiting={<SkeletonCards count={3} />}>
        {(found) => (
          <>
            <BenefitHead benefit={found} />
            <div className="halves">
              <div className="stack">
                <Card title={words.settings}>
                  {mayChange ? <BenefitForm type={found.type} benefit={found} /> : <Settings benefit={found} />}
                </Card>
                {found.type === 'license_keys' && (
                  <Suspense fallback={<SkeletonCards count={1} />}>
                    <PoolOfBenefit id={id} />
                  </Suspense>
                )}
                <Suspense>
                  <Grants id={id} />
                </Suspense>
              </div>
              <Facts benefit={found} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function BenefitHead({ benefit }: { readonly benefit: Benefit }): ReactNode {
  const { benefit: words } = useWords();
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayChange = useMay('benefits:write');
  const [isDeleting, setDeleting] = useState(false);
  const { id, type, description, deletable } = benefit;
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/benefits/{id}', { params: { path: { id } } }));
    await navigate({ to: '/$slug/benefits', params: { slug } });
    queries.removeQueries({ queryKey: ['benefits', 'one', id] });
    await Promise.all(['benefits', 'products'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(words.deleted);
  };
  return (
    <header className="page-head">
      <div>
        <h1>{description}</h1>
        <BenefitVisibility benefit={benefit} />
      </div>
      {mayChange && deletable && (
        <div className="end">
          <Button look="quiet-danger" icon={Trash2} onPress={() => setDeleting(true)}>
            {words.delete}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={words.deleteTitle}
        text={type === 'license_keys' ? words.deleteKeysText : words.deleteText}
        confirm={words.delete}
        isDestructive
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={remove}
      />
    </header>
  );
}

type Named = readonly (readonly [path: string, value: unknown])[];

/** Each value below an object with its path; what is not set is left out. */
const flat = (value: unknown, path = ''): Named =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => flat(inner, path ? `${path}.${name}` : name))
    : value === null
      ? []
      : [[path, value]];

/** The properties as the API names them, for those who may not change them. */
function Settings({ benefit: { properties } }: { readonly benefit: Benefit }): ReactNode {
  const { benefit: words } = useWords();
  const values = flat(properties);
  if (values.length === 0) return <p className="faint">{words.noSettings}</p>;
  return (
    <dl className="facts lines">
      {values.map(([path, value]) => (
        <Fact key={path} name={path}>
          {String(value)}
        </Fact>
      ))}
    </dl>
  );
}

function Facts({ benefit: { id, type, created_at } }: { readonly benefit: Benefit }): ReactNode {
  const { benefit: words, benefits, benefitTypes } = useWords();
  return (
    <Card title={words.facts}>
      <dl className="facts lines">
        <Fact name={benefits.type}>{benefitTypes[type]}</Fact>
        <Fact name={benefits.created}>
          <Day at={created_at} />
        </Fact>
        <Fact name={words.id}>
          <span className="copied">
            <code>{id.slice(0, 8)}…</code>
            <CopyButton small text={id} what={words.id} />
          </span>
        </Fact>
      </dl>
    </Card>
  );
}
