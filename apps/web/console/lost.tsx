import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageNotFound } from '../ui/page-states.tsx';
import { useWords } from './words/index.ts';

/** An unknown address, with the way to a page that exists. */
export function Lost(): ReactNode {
  const words = useWords();
  return (
    <main id="main" tabIndex={-1} className="alone">
      <PageNotFound>
        <Link to="/" className="button">
          {words.toOverview}
        </Link>
      </PageNotFound>
    </main>
  );
}

export function LostInOrganization(): ReactNode {
  const words = useWords();
  const { slug } = useParams({ from: '/$slug' });
  return (
    <PageNotFound>
      <Link to="/$slug" params={{ slug }} className="button">
        {words.toOverview}
      </Link>
    </PageNotFound>
  );
}
