import {
  Activity,
  Armchair,
  Boxes,
  ChartColumn,
  CircleAlert,
  Gauge,
  Gift,
  KeyRound,
  KeySquare,
  LayoutDashboard,
  type LucideIcon,
  Monitor,
  Package,
  PackageX,
  Plug,
  Receipt,
  Repeat,
  Rocket,
  ScrollText,
  Settings,
  ShieldExclamationPoint,
  Users,
  Webhook,
} from 'lucide-react';
import type { Membership } from './context.ts';
import type { NavigationName } from './words/index.ts';

/** Who may see a page, and those below its address. */
interface Permission {
  /** The scope that the role needs. */
  readonly scope?: Membership['scopes'][number];
  /** Roles that have the scope, and no use for the page. */
  readonly without?: readonly Membership['role'][];
}

export interface PageLink extends Permission {
  readonly to:
    | '/$slug'
    | '/$slug/charts'
    | '/$slug/dashboards'
    | '/$slug/keys'
    | '/$slug/seats'
    | '/$slug/products'
    | '/$slug/benefits'
    | '/$slug/add-ons'
    | '/$slug/releases'
    | '/$slug/customers'
    | '/$slug/subscriptions'
    | '/$slug/orders'
    | '/$slug/disputes'
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
}

interface PageGroup {
  readonly title: NavigationName | null;
  readonly links: readonly PageLink[];
}

/** The pages of the navigation, in groups. */
const PAGES: readonly PageGroup[] = [
  {
    title: null,
    links: [
      { to: '/$slug', name: 'overview', letter: 'h', icon: LayoutDashboard },
      { to: '/$slug/charts', name: 'charts', letter: 'l', icon: ChartColumn, scope: 'metrics:read' },
      { to: '/$slug/dashboards', name: 'dashboards', letter: 'j', icon: Monitor, scope: 'metrics:read' },
    ],
  },
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
      { to: '/$slug/add-ons', name: 'addOns', letter: 'x', icon: Boxes, scope: 'benefits:read' },
      { to: '/$slug/releases', name: 'releases', letter: 'r', icon: Rocket, scope: 'releases:read' },
    ],
  },
  {
    title: 'sales',
    links: [
      { to: '/$slug/customers', name: 'customers', letter: 'c', icon: Users },
      { to: '/$slug/subscriptions', name: 'subscriptions', letter: 's', icon: Repeat, scope: 'subscriptions:read' },
      { to: '/$slug/orders', name: 'orders', letter: 'o', icon: Receipt, scope: 'orders:read' },
      { to: '/$slug/disputes', name: 'disputes', letter: 'd', icon: ShieldExclamationPoint, scope: 'disputes:read' },
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
      { to: '/$slug/settings', name: 'settings', letter: 'i', icon: Settings, scope: 'organizations:read', without: ['support'] },
    ],
  },
];

/** The pages without a link in the navigation that not everybody may see who may see the page above them. */
const PERMISSIONS: Readonly<Record<string, Permission>> = {
  '/$slug/keys/import': { scope: 'orders:write' },
  '/$slug/products/new': { scope: 'products:write' },
  '/$slug/products/custom-fields': { scope: 'custom_fields:read' },
  '/$slug/benefits/new': { scope: 'benefits:write' },
  '/$slug/sale': { scope: 'orders:write' },
  '/$slug/settings/people': { scope: 'organizations:read', without: ['finance', 'support'] },
};

const permits = ({ scope, without }: Permission, membership: Membership | undefined): boolean =>
  (!scope || membership?.scopes.includes(scope)) === true && !without?.some((role) => role === membership?.role);

/** Whether the user's role may see the page of a route, which is of the nearest page above it if it is no page of its own. */
export function mayOpen(route: string, membership: Membership): boolean {
  const links = PAGES.flatMap((group) => group.links).map((link) => [link.to, link] as const);
  const permissions = new Map<string, Permission>([...links, ...Object.entries(PERMISSIONS)]);
  const parts = route.split('/');
  const above = parts.map((_, end) => parts.slice(0, parts.length - end).join('/'));
  return permits(above.map((each) => permissions.get(each)).find((each) => each !== undefined) ?? {}, membership);
}

/** The pages that the user's role may see. */
export const pagesFor = (membership: Membership | undefined): readonly PageGroup[] =>
  PAGES.map(({ title, links }) => ({
    title,
    links: links.filter((link) => permits(link, membership)),
  })).filter(({ links }) => links.length > 0);
