import { KeyRound, LayoutDashboard, type LucideIcon, Users } from 'lucide-react';
import type { Page } from './words/index.ts';

export interface PageLink {
  readonly to: '/$slug' | '/$slug/keys' | '/$slug/customers';
  readonly name: Page;
  readonly icon: LucideIcon;
}

/** The pages of the navigation, in groups. */
export const PAGES: readonly { readonly title: 'licensing' | 'sales' | null; readonly links: readonly PageLink[] }[] = [
  { title: null, links: [{ to: '/$slug', name: 'overview', icon: LayoutDashboard }] },
  { title: 'licensing', links: [{ to: '/$slug/keys', name: 'keys', icon: KeyRound }] },
  { title: 'sales', links: [{ to: '/$slug/customers', name: 'customers', icon: Users }] },
];
