import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useMatches, useNavigate, useParams } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, CircleUser, KeyRound, LogOut } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from 'react-aria-components';
import { answer, type Schema } from '../api/client.ts';
import { TimeZoneProvider } from '../i18n/languages.tsx';
import { AppearanceMenu } from '../ui/appearance.tsx';
import { Avatar } from '../ui/display.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import { keepCurrentLinkInView } from '../ui/keep-current-link-in-view.ts';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { ActionMenu, ChoiceMenu } from '../ui/menu.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { Empty, Loaded, SkeletonCards } from '../ui/surfaces.tsx';
import { badToast, toast } from '../ui/toasts.tsx';
import { api, type Membership, type NeededSignIn as Needed, userQuery } from './context.ts';
import { NotPermitted } from './lost.tsx';
import { hasReference } from './has-reference.ts';
import { mayOpen, pagesFor } from './navigation.ts';
import { ConsoleSignInAgain } from './pages/sign-in-again.tsx';
import { Palette } from './palette.tsx';
import { UndeliveredBadge } from './undelivered/badge.tsx';
import { useWords } from './words/index.ts';

const NeededSignIn = lazy(async () => ({ default: (await import('./single-sign-on/needed-sign-in.tsx')).NeededSignIn }));

/** The frame of every page of an organization. */
export function Frame(): ReactNode {
  const words = useWords();
  const { slug } = useParams({ from: '/$slug' });
  const user = useQuery(userQuery);
  const organization = user.data?.memberships.find((each) => each.slug === slug);
  const needed = user.data?.needing_single_sign_on.find((each) => each.slug === slug);
  const name = (organization ?? needed)?.name;
  useDocumentTitle(name ? `${name}: ${words.title}` : words.title);
  return (
    <div className="console">
      <header className="console-head">
        {user.data && <Organizations of={user.data} current={organization ?? needed} />}
        <div className="end">
          {organization && (
            <TimeZoneProvider of={organization.time_zone}>
              <Palette organization={organization} />
            </TimeZoneProvider>
          )}
          <AppearanceMenu />
          {user.data && <Account email={user.data.email} slug={organization?.slug} />}
        </div>
      </header>
      <nav ref={keepCurrentLinkInView} className="sidebar" aria-label={words.navigation}>
        {pagesFor(organization).map(({ title, links }) => (
          <div key={title} className="nav-group">
            {title && <p className="nav-title">{words.nav[title]}</p>}
            {links.map(({ to, name: page, icon: Icon }) => (
              <Link
                key={to}
                to={to}
                params={{ slug }}
                className="nav-link"
                activeOptions={{ exact: to === '/$slug', includeSearch: false }}
              >
                <Icon aria-hidden />
                {words.nav[page]}
                {organization && page === 'undelivered' && <UndeliveredBadge organization={organization} />}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <main id="main" tabIndex={-1}>
        <Loaded of={user} waiting={<SkeletonCards count={3} />}>
          {() =>
            organization ? (
              <>
                {organization.is_sandbox && <p className="notice warn">{words.sandbox}</p>}
                {organization.is_blocked && <p className="notice warn">{words.blocked}</p>}
                <TimeZoneProvider of={organization.time_zone}>
                  <PermittedPage organization={organization} />
                </TimeZoneProvider>
              </>
            ) : needed ? (
              <Suspense>
                <NeededSignIn of={needed} />
              </Suspense>
            ) : (
              <Empty title={words.otherOrganization} text={words.otherOrganizationText} />
            )
          }
        </Loaded>
      </main>
      <LeaveGuard />
      <ConsoleSignInAgain />
    </div>
  );
}

/** The page of the address, or that the role of the user does not include it: without its scopes, a list would look as if it were empty. */
function PermittedPage({ organization }: { readonly organization: Membership }): ReactNode {
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  return mayOpen(route, organization) ? <Outlet /> : <NotPermitted organization={organization.name} />;
}

function Organizations({
  of: { memberships, needing_single_sign_on: needing },
  current,
}: {
  readonly of: Schema<'CurrentUser'>;
  readonly current: Membership | Needed | undefined;
}): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const name = current?.name ?? words.organization;
  return (
    <ChoiceMenu
      label={words.organization}
      sections={[
        {
          title: words.organization,
          chosen: current?.slug ?? '',
          options: [
            ...memberships.map((each) => ({ id: each.slug, label: each.is_sandbox ? words.sandboxNamed(each.name) : each.name })),
            ...needing.map((each) => ({ id: each.slug, label: words.singleSignOn.needed(each.name), icon: KeyRound })),
          ],
          onChoose: (slug) => void navigate({ to: '/$slug', params: { slug } }),
        },
      ]}
    >
      <Button className="button quiet organization">
        <Avatar name={name} look="square" />
        <span className="visually-hidden">{`${words.organization}: `}</span>
        <span className="organization-name">{name}</span>
        <ChevronsUpDown aria-hidden />
      </Button>
    </ChoiceMenu>
  );
}

/** Sign-out ends the session on the server. */
async function endSession(): Promise<void> {
  const { items } = await answer(api.GET('/v1/user-sessions/', { params: { query: { limit: 100 } } }));
  const current = items.find(({ is_current }) => is_current);
  if (current) await answer(api.DELETE('/v1/user-sessions/{id}', { params: { path: { id: current.id } } }));
}

/** `slug` is that of the organization whose pages are shown, if the user belongs to it. */
export function Account({ email, slug }: { readonly email: string; readonly slug?: string }): ReactNode {
  const words = useWords();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signOut = async (): Promise<void> => {
    try {
      await endSession();
    } catch (error) {
      return badToast(textOf(error));
    }
    await navigate({ to: '/sign-in' });
    queries.clear();
    toast(words.signedOut);
  };
  return (
    <ActionMenu
      label={words.accountMenu}
      actions={[
        ...(slug === undefined
          ? []
          : [
              {
                id: 'account',
                label: words.accountPage,
                icon: CircleUser,
                onAction: () => void navigate({ to: '/$slug/account', params: { slug } }),
              },
            ]),
        ...(hasReference() ? [{ id: 'reference', label: words.reference, icon: BookOpen, href: '/docs' }] : []),
        { id: 'sign-out', label: words.signOut, icon: LogOut, onAction: () => void signOut() },
      ]}
    >
      <Button className="button icon round">
        <Avatar name={email} />
        <span className="visually-hidden">{`${words.accountMenu}: ${email}`}</span>
      </Button>
    </ActionMenu>
  );
}
