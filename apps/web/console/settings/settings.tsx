import './settings.css';
import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keepCurrentLinkInView } from '../../ui/keep-current-link-in-view.ts';
import { PageHead } from '../../ui/surfaces.tsx';
import { useOrganization } from '../context.ts';
import { mayOpen } from '../navigation.ts';
import { useWords } from '../words/index.ts';

const TABS = [
  { to: '/$slug/settings', name: 'profile' },
  { to: '/$slug/settings/portal', name: 'portal' },
  { to: '/$slug/settings/branding', name: 'branding' },
  { to: '/$slug/settings/alerts', name: 'alerts' },
  { to: '/$slug/settings/people', name: 'people' },
  { to: '/$slug/settings/single-sign-on', name: 'singleSignOn' },
  { to: '/$slug/settings/applications', name: 'applications' },
  { to: '/$slug/settings/sandboxes', name: 'sandboxes' },
] as const;

/** The pages about an organization, below their common title. */
export function SettingsPage(): ReactNode {
  const { settings: words } = useWords();
  const organization = useOrganization();
  const { slug } = organization;
  const tabs = TABS.filter(({ to }) => mayOpen(to, organization));
  return (
    <>
      <PageHead title={words.title} />
      <nav ref={keepCurrentLinkInView} className="tabs page-tabs" aria-label={words.title}>
        {tabs.map(({ to, name }) => (
          <Link key={to} to={to} params={{ slug }} className="tab" activeOptions={{ exact: true, includeSearch: false }}>
            {words.tabs[name]}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
