import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { TimeZoneProvider, useUiWords } from '../i18n/languages.tsx';
import { applyBrand } from '../ui/apply-brand.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { useFocusAfterNavigation } from '../ui/focus-after-navigation.ts';
import { Empty, Failure } from '../ui/surfaces.tsx';
import { sellerQuery } from './context.ts';
import { useWords } from './words/index.ts';

/** Every page: the name and the color of the seller, and the focus on what is new after navigation. */
export function Portal(): ReactNode {
  const words = useWords();
  const uiWords = useUiWords();
  const seller = useQuery(sellerQuery);
  const name = seller.data?.name;
  useDocumentTitle(name ? `${name}: ${words.title}` : words.title);
  const color = seller.data?.accent_color ?? null;
  useEffect(() => applyBrand(color), [color]);
  useFocusAfterNavigation();
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
        <TimeZoneProvider of={seller.data?.time_zone ?? 'UTC'}>
          <Outlet />
        </TimeZoneProvider>
      )}
    </>
  );
}
