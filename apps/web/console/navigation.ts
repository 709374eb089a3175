import {
  Activity,
  Armchair,
  CircleAlert,
  Gauge,
  Gift,
  KeyRound,
  KeySquare,
  LayoutDashboard,
  type LucideIcon,
  Package,
  PackageX,
  Plug,
  Receipt,
  Repeat,
  ScrollText,
  Settings,
  Users,
  Webhook,
} from 'lucide-react';
import type { Membership } from './context.ts';
import type { NavigationName } from './words/index.ts';

export interface PageLink {
  readonly to:
    | '/$slug'
    | '/$slug/keys'
    | '/$slug/seats'
    | '/$slug/products'
    | '/$slug/benefits'
    | '/$slug/customers'
    | '/$slug/subscriptions'
    | '/$slug/orders'
    | '/$slug/undelivered'
    | '/$slug/meters'
    | '/$slug/events'
    | '/$slug/tokens'
    | '/$slug/webhooks'
    | '/$slug/connectors'
    | '/$slug/failed-events'
    | '/$slug/audit-log'
    | '/$slug/settings';
  readonly name: NavigationName;
  /** Goes to the page after a `g`. */
  readonly letter: string;
  readonly icon: LucideIcon;
  /** Only users whose role has this scope see the link. */
  readonly scope?: Membership['scopes'][number];
  /** Roles that have the scope and no use for the page. */
  readonly without?: Membership['role'];
}

interface PageGroup {
  readonly title: NavigationName | null;
  readonly links: readonly PageLink[];
}

/** The pages of the navigation, in groups. */
const PAGES: readonly PageGroup[] = [
  { title: null, links: [{ to: '/$slug', name: 'overview', letter: 'h', icon: LayoutDashboard }] },
  {
    title: 'licensing',
    links: [
      { to: '/$slug/keys', name: 'keys', letter: 'k', icon: KeyRound },
      { to: '/$slug/seats', name: 'seats', letter: 'e', icon: Armchair, scope: 'customer_seats:read' },
    ],
  },
  {
    title: 'catalog',
    links: [
      { to: '/$slug/products', name: 'products', letter: 'p', icon: Package, scope: 'products:read' },
      { to: '/$slug/benefits', name: 'benefits', letter: 'b', icon: Gift, scope: 'benefits:read' },
    ],
  },
  {
    title: 'sales',
    links: [
      { to: '/$slug/customers', name: 'customers', letter: 'c', icon: Users },
      { to: '/$slug/subscriptions', name: 'subscriptions', letter: 's', icon: Repeat, scope: 'subscriptions:read' },
      { to: '/$slug/orders', name: 'orders', letter: 'o', icon: Receipt, scope: 'orders:read' },
      { to: '/$slug/undelivered', name: 'undelivered', letter: 'u', icon: PackageX, scope: 'webhooks:read' },
    ],
  },
  {
    title: 'usage',
    links: [
      { to: '/$slug/meters', name: 'meters', letter: 'm', icon: Gauge, scope: 'meters:read' },
      { to: '/$slug/events', name: 'events', letter: 'v', icon: Activity, scope: 'events:read' },
    ],
  },
  {
    title: 'developers',
    links: [
      { to: '/$slug/tokens', name: 'tokens', letter: 't', icon: KeySquare, scope: 'organization_access_tokens:read' },
      { to: '/$slug/webhooks', name: 'webhooks', letter: 'w', icon: Webhook, scope: 'webhooks:read' },
      { to: '/$slug/connectors', name: 'connectors', letter: 'n', icon: Plug, scope: 'webhooks:read' },
      { to: '/$slug/failed-events', name: 'failedEvents', letter: 'f', icon: CircleAlert, scope: 'failed_events:read' },
    ],
  },
  {
    title: 'organization',
    links: [
      { to: '/$slug/audit-log', name: 'auditLog', letter: 'a', icon: ScrollText, scope: 'audit_log:read' },
      { to: '/$slug/settings', name: 'settings', letter: 'i', icon: Settings, scope: 'organizations:read', without: 'support' },
    ],
  },
];

/** The pages that the user's role may see. */
export const pagesFor = (membership: Membership | undefined): readonly PageGroup[] =>
  PAGES.map(({ title, links }) => ({
    title,
    links: links.filter(
      ({ scope, without }) => (!scope || membership?.scopes.includes(scope)) && (!without || membership?.role !== without),
    ),
  })).filter(({ links }) => links.length > 0);
