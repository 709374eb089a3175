import { Link, useParams } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageNotFound } from '../ui/page-states.tsx';
import { Empty } from '../ui/surfaces.tsx';
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

/** A page of the organization that the role of the user does not include. */
export function NotPermitted({ organization }: { readonly organization: string }): ReactNode {
  const words = useWords();
  return <Empty isPage icon={Lock} title={words.notPermitted} text={words.notPermittedText(organization)} />;
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
