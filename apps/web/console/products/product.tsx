import '../catalog.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
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
import { type Product, usePeriodText, usePriceText } from './price-text.ts';
import { BenefitChoice } from './benefit-choice.tsx';
import { AskedFields } from './custom-fields/asked-fields.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { ProductStatus } from './product-status.tsx';

const route = getRouteApi('/$slug/products/$id');

export function ProductPage(): ReactNode {
  const { product: words } = useWords();
  const { id } = route.useParams();
  const mayChange = useMay('products:write');
  const product = useQuery({
    queryKey: ['products', 'one', id],
    queryFn: () => answer(api.GET('/v1/products/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/products">{words.back}</BackLink>
      <Loaded of={product} waiting={<SkeletonCards count={3} />}>
        {(found) => (
          <>
            <ProductHead product={found} />
            <UnmailedKeys product={found} />
            <div className="halves">
              <div className="stack">
                {mayChange ? <ProductForm key={versionOf(found)} product={found} /> : <ReadOnly product={found} />}
              </div>
              <div className="stack">
                <ProductPictures product={found} />
                <Facts product={found} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

/** What is written begins anew when what it is about was changed. */
const versionOf = ({ prices, benefits, attached_custom_fields }: Product): string =>
  [
    ...[...prices, ...benefits].map(({ id }) => id),
    ...attached_custom_fields.map(({ custom_field_id, required }) => `${custom_field_id} ${required}`),
  ].join();

/** The keys of the product that buyers are not told of. */
function UnmailedKeys({ product }: { readonly product: Product }): ReactNode {
  const { product: words } = useWords();
  const { slug } = useOrganization();
  const unmailed = product.benefits.filter(
    (benefit) =>
      benefit.type === 'license_keys' && !('deliver_by_email' in benefit.properties && benefit.properties.deliver_by_email),
  );
  if (unmailed.length === 0) return null;
  return (
    <p className="notice warn">
      <span>
        {words.noMail}{' '}
        {unmailed.map(({ id, description }) => (
          <Link key={id} to="/$slug/benefits/$id" params={{ slug, id }}>
            {description}
          </Link>
        ))}
      </span>
    </p>
  );
}

/** For roles that do not change it. */
function ReadOnly({ product }: { readonly product: Product }): ReactNode {
  const { product: words } = useWords();
  const textOf = usePriceText();
  return (
    <>
      <Card title={words.details}>
        <p className="pre-line">{product.description ?? words.noDescription}</p>
      </Card>
      <Card title={words.prices}>
        <ul className="plain-list">
          {product.prices.map((price) => (
            <li key={price.id}>{textOf(price)}</li>
          ))}
        </ul>
      </Card>
      <Card title={words.benefits}>
        <BenefitChoice benefits={product.benefits} none={words.noBenefits} />
      </Card>
      <AskedFields fields={product.attached_custom_fields} />
    </>
  );
}

type Action = 'archive' | 'restore' | 'delete';

function ProductHead({ product }: { readonly product: Product }): ReactNode {
  const { product: words } = useWords();
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayChange = useMay('products:write');
  const [action, setAction] = useState<Action | null>(null);
  const { id, is_archived, is_deletable } = product;
  const path = { id };
  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['products'] });
    toast(text);
  };
  const setArchived = async (isArchived: boolean): Promise<void> => {
    await answer(api.PATCH('/v1/products/{id}', { params: { path }, body: { is_archived: isArchived } }));
    await done(isArchived ? words.archived : words.restored);
  };
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/products/{id}', { params: { path } }));
    await navigate({ to: '/$slug/products', params: { slug } });
    queries.removeQueries({ queryKey: ['products', 'one', id] });
    await done(words.deleted);
  };
  const asked = {
    archive: { title: words.archiveTitle, text: words.archiveText, confirm: words.archive, run: () => setArchived(true) },
    restore: { title: words.restoreTitle, text: words.restoreText, confirm: words.restore, run: () => setArchived(false) },
    delete: { title: words.deleteTitle, text: words.deleteText, confirm: words.delete, run: remove },
  }[action ?? 'archive'];
  return (
    <header className="page-head">
      <div>
        <h1>{product.name}</h1>
        <ProductStatus product={product} />
      </div>
      {mayChange && (
        <div className="end">
          {is_archived ? (
            <Button icon={ArchiveRestore} onPress={() => setAction('restore')}>
              {words.restore}
            </Button>
          ) : (
            <Button icon={Archive} onPress={() => setAction('archive')}>
              {words.archive}
            </Button>
          )}
          {is_deletable && (
            <Button look="quiet-danger" icon={Trash2} onPress={() => setAction('delete')}>
              {words.delete}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        title={asked.title}
        text={asked.text}
        confirm={asked.confirm}
        isDestructive={action !== 'restore'}
        isOpen={action !== null}
        onClose={() => setAction(null)}
        onConfirm={asked.run}
      />
    </header>
  );
}

/** What never changes. */
function Facts({ product }: { readonly product: Product }): ReactNode {
  const { product: words, nav } = useWords();
  const { slug, scopes } = useOrganization();
  const periodOf = usePeriodText();
  const { id, created_at, recurring_interval, recurring_interval_count, meter_interval, meter_interval_count } = product;
  return (
    <Card
      title={words.facts}
      foot={
        scopes.includes('releases:read') && (
          <Link to="/$slug/releases" params={{ slug }} search={{ product: id }}>
            {nav.releases}
          </Link>
        )
      }
    >
      <dl className="facts lines">
        <Fact name={words.payment}>{periodOf(recurring_interval, recurring_interval_count)}</Fact>
        {meter_interval && <Fact name={words.meterPeriod}>{periodOf(meter_interval, meter_interval_count)}</Fact>}
        <Fact name={words.createdAt}>
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
