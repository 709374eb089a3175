import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { answer, createApi } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { AppearanceMenu } from '../ui/appearance.tsx';
import { Avatar } from '../ui/display.tsx';
import { keepCurrentLinkInView } from '../ui/keep-current-link-in-view.ts';
import { ActionMenu } from '../ui/menu.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { badToast } from '../ui/toasts.tsx';
import { api, BASE, customerQuery, leaveForSignIn, sellerQuery, sessionQuery, userQuery } from './context.ts';
import { PortalSignInAgain } from './portal-sign-in-again.tsx';
import { keysWithReleases } from './releases/keys-with-releases.ts';
import { SellerContact } from './seller-contact.tsx';
import { Seller } from './seller.tsx';
import { ViewerNotice } from './viewer-notice.tsx';
import { useWords, type Words } from './words/index.ts';

type Tab = keyof Words['nav'];

const PATHS = {
  keys: '/',
  purchases: '/purchases',
  downloads: '/downloads',
  team: '/team',
  usage: '/usage',
  billing: '/billing',
} as const satisfies Record<Tab, string>;

/** The frame of every page of a session. */
export function SignedIn(): ReactNode {
  const words = useWords();
  const customer = useQuery(customerQuery);
  const shows = useTabs();
  const tabs = (Object.keys(PATHS) as Tab[]).filter((tab) => shows[tab]);
  return (
    <>
      <header className="portal-head">
        <div className="column">
          <div className="portal-bar">
            <Seller />
            <AppearanceMenu />
            {customer.data && <Account />}
          </div>
          <nav ref={keepCurrentLinkInView} className="tabs" aria-label={words.title}>
            {tabs.map((tab) => (
              <Link key={tab} to={PATHS[tab]} className="tab" activeOptions={{ exact: true }}>
                {words.nav[tab]}
              </Link>
            ))}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="column">
        <ViewerNotice />
        <Outlet />
      </main>
      <footer className="portal-foot">
        <SellerContact />
        Latchkey
      </footer>
      <LeaveGuard />
      <PortalSignInAgain />
    </>
  );
}

/** Which pages have, or may have, something for the person of the session. The page that is open keeps its tab. */
function useTabs(): Readonly<Record<Tab, boolean>> {
  const open = useLocation().pathname;
  const showsUsage = useQuery(sellerQuery).data?.customer_portal_settings.usage.show;
  const customer = useQuery(customerQuery).data;
  const user = useQuery(userQuery).data;
  const viewer = useQuery(sessionQuery).data?.viewer;
  const files = useQuery({
    queryKey: ['downloads', 'any'],
    queryFn: () => answer(api.GET('/v1/customer-portal/downloadables/', { params: { query: { limit: 1 } } })),
    enabled: customer !== undefined,
  });
  const keys = useQuery({ ...keysWithReleases, enabled: files.data?.pagination.total_count === 0 });
  return {
    keys: true,
    purchases: viewer?.sees_sales !== false,
    downloads: open === '/downloads' || (files.data?.pagination.total_count ?? 0) > 0 || (keys.data?.length ?? 0) > 0,
    team: open === '/team' || (customer?.type === 'team' && user?.role !== 'member'),
    usage: showsUsage === true,
    billing: true,
  };
}

function Account(): ReactNode {
  const words = useWords();
  const textOf = useProblemText();
  const customer = useQuery(customerQuery).data;
  const user = useQuery(userQuery).data;
  const name = user?.name ?? user?.email ?? customer?.name ?? customer?.email ?? words.account;

  const signOut = async (): Promise<void> => {
    try {
      // Nobody has to sign in to sign out.
      await answer(createApi(BASE).DELETE('/v1/customer-portal/customer-session', {}));
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'Unauthorized')) return badToast(textOf(error));
    }
    leaveForSignIn('signed-out');
  };
  return (
    <ActionMenu
      label={words.account}
      actions={[{ id: 'sign-out', label: words.signOut, icon: LogOut, onAction: () => void signOut() }]}
    >
      <Button className="button icon round" aria-label={`${words.account}: ${name}`}>
        <Avatar name={name} />
      </Button>
    </ActionMenu>
  );
}
