import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { answer } from '../api/client.ts';
import { AppearanceMenu } from '../ui/appearance.tsx';
import { Avatar } from '../ui/display.tsx';
import { keepCurrentLinkInView } from '../ui/keep-current-link-in-view.ts';
import { ActionMenu } from '../ui/menu.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { SkeletonCards } from '../ui/surfaces.tsx';
import { badToast, toast } from '../ui/toasts.tsx';
import { api, customerQuery, sellerQuery, userQuery } from './context.ts';
import { Seller } from './seller.tsx';
import { useWords } from './words/index.ts';

/** The frame of every page of a session. */
export function SignedIn(): ReactNode {
  const words = useWords();
  const customer = useQuery(customerQuery);
  const showsUsage = useQuery(sellerQuery).data?.customer_portal_settings.usage.show;
  const tabs = [
    ['/', words.nav.keys],
    ['/purchases', words.nav.purchases],
    ['/downloads', words.nav.downloads],
    ['/team', words.nav.team],
    ...(showsUsage ? ([['/usage', words.nav.usage]] as const) : []),
    ['/billing', words.nav.billing],
  ] as const;
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
            {tabs.map(([to, label]) => (
              <Link key={to} to={to} className="tab" activeOptions={{ exact: true }}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="column">
        {customer.data ? <Outlet /> : <SkeletonCards />}
      </main>
      <footer className="portal-foot">Latchkey</footer>
    </>
  );
}

function Account(): ReactNode {
  const words = useWords();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const customer = useQuery(customerQuery).data;
  const user = useQuery(userQuery).data;
  const name = user?.name ?? user?.email ?? customer?.name ?? customer?.email ?? words.account;

  const signOut = async (): Promise<void> => {
    try {
      await answer(api.DELETE('/v1/customer-portal/customer-session', {}));
    } catch (error) {
      return badToast(textOf(error));
    }
    await navigate({ to: '/sign-in' });
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sellerQuery.queryKey[0] });
    toast(words.signedOut);
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
