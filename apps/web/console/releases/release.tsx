import '../catalog.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Day, Fact, Status } from '../../ui/display.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { BackLink } from '../back-link.tsx';
import { flagsQuery } from '../benefits/flags-query.ts';
import { api, useOrganization } from '../context.ts';
import { useProducts } from '../sales/products.tsx';
import { type Release, RELEASE_TONES } from './filters.ts';
import { ReleaseActions } from './release-actions.tsx';
import { ReleaseArtifacts } from './release-artifacts.tsx';
import { ReleaseDownloads } from './release-downloads.tsx';
import { useReleaseWords } from './words.ts';

const route = getRouteApi('/$slug/releases/$id');

/** One version: its files, what is new, who downloads it, and what can be done with it. */
export function ReleasePage(): ReactNode {
  const words = useReleaseWords();
  const { id } = route.useParams();
  const products = useProducts();
  const release = useQuery({
    queryKey: ['releases', 'one', id],
    queryFn: () => answer(api.GET('/v1/releases/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/releases">{words.title}</BackLink>
      <Loaded of={release} waiting={<SkeletonCards count={3} />}>
        {(found) => {
          const product = products?.find((each) => each.id === found.product_id)?.name;
          return (
            <>
              <PageHead
                title={product === undefined ? found.version : words.release(product, found.version)}
                text={<Status tone={RELEASE_TONES[found.status]}>{words.status[found.status]}</Status>}
              >
                <ReleaseActions release={found} />
              </PageHead>
              {found.status === 'yanked' && <p className="notice warn">{words.yankedNotice(found.yank_reason)}</p>}
              <div className="halves">
                <div className="stack">
                  <ReleaseArtifacts release={found} />
                  {found.status !== 'draft' && <ReleaseDownloads releaseId={id} />}
                </div>
                <div className="stack">
                  <Notes release={found} />
                  <Details release={found} product={product} />
                </div>
              </div>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Notes({ release: { notes } }: { readonly release: Release }): ReactNode {
  const words = useReleaseWords();
  const all = Object.entries(notes);
  return (
    <Card title={words.notes}>
      {all.length === 0 ? (
        <p className="faint">{words.noNotes}</p>
      ) : (
        <div className="stack">
          {all.map(([language, text]) => (
            <div key={language}>
              <h3 className="faint small">{language}</h3>
              <p className="pre-line" lang={language}>
                {text}
              </p>
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}

function Details({ release, product }: { readonly release: Release; readonly product: string | undefined }): ReactNode {
  const words = useReleaseWords();
  const { number, percent } = useFormats();
  const { slug, organization_id } = useOrganization();
  const { data: flags } = useQuery(flagsQuery(organization_id));
  const { id, product_id, channel, published_at, yanked_at, created_at, rollout_percentage, required_benefit_ids } = release;
  return (
    <Card title={words.details}>
      <dl className="facts lines">
        <Fact name={words.product}>
          <Link to="/$slug/products/$id" params={{ slug, id: product_id }}>
            {product ?? product_id}
          </Link>
        </Fact>
        <Fact name={words.channel}>{words.channels[channel]}</Fact>
        <Fact name={words.rollout}>{percent(rollout_percentage / 100)}</Fact>
        <Fact name={words.required}>
          {required_benefit_ids.length === 0
            ? words.noRequired
            : required_benefit_ids.map((each) => flags?.find((flag) => flag.id === each)?.description ?? each).join(', ')}
        </Fact>
        <Fact name={words.created}>
          <Day at={created_at} />
        </Fact>
        {published_at && (
          <Fact name={words.publishedAt}>
            <Day at={published_at} />
          </Fact>
        )}
        {yanked_at && (
          <Fact name={words.yankedAt}>
            <Day at={yanked_at} />
          </Fact>
        )}
        {published_at && (
          <>
            <Fact name={words.downloads}>{number(release.downloads)}</Fact>
            <Fact name={words.keys}>{number(release.license_keys)}</Fact>
          </>
        )}
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
