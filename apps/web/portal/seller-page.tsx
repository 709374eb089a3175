import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { TimeZoneProvider, useUiWords } from '../i18n/languages.tsx';
import { applyBrand } from '../ui/apply-brand.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { Empty, Failure } from '../ui/surfaces.tsx';
import { sellerQuery } from './context.ts';
import { useSignInWords } from './sign-in/words.ts';

/** What every page has: the name, the color and the time zone of the seller. */
export function SellerPage({ children }: { readonly children: ReactNode }): ReactNode {
  const words = useSignInWords();
  const uiWords = useUiWords();
  const seller = useQuery(sellerQuery);
  const name = seller.data?.name;
  useDocumentTitle(name ? `${name}: ${words.title}` : words.title);
  const color = seller.data?.accent_color ?? null;
  useEffect(() => applyBrand(color), [color]);
  if (seller.error instanceof ApiProblem && seller.error.status === 404) {
    return (
      <main className="alone">
        <Empty isPage icon={CircleHelp} title={words.notFound} text={words.notFoundText} />
      </main>
    );
  }
  return (
    <>
      <a className="skip-link" href="#main">
        {uiWords.skipToContent}
      </a>
      {seller.error ? (
        <main className="alone">
          <Failure error={seller.error} onRetry={() => void seller.refetch()} />
        </main>
      ) : (
        <TimeZoneProvider of={seller.data?.time_zone ?? 'UTC'}>{children}</TimeZoneProvider>
      )}
    </>
  );
}
