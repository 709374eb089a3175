import { ValidationFailed } from '#kernel';
import { siteOf } from '#support/vendors';
import type { VendorKey } from '../../../queries/find-vendor-key.ts';
import type { Parameters } from './parameters.ts';

export type Action = 'activate_license' | 'check_license' | 'deactivate_license';

/** The item that a plugin asks for: by its id or, in older ones, by its name. */
export interface Item {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

export interface Asked {
  readonly action: Action;
  readonly item: Item;
  /** Null if the request does not say it. */
  readonly site: string | null;
}

const LONGEST_SITE = { max: 128 };

export function askedIn(parameters: Parameters): Asked {
  const action = parameters.text('edd_action');
  if (action !== 'activate_license' && action !== 'check_license' && action !== 'deactivate_license')
    throw ValidationFailed.at(
      ['edd_action'],
      "The 'edd_action' parameter must be activate_license, check_license or deactivate_license.",
    );
  const url = parameters.text('url');
  const site = url === undefined ? '' : siteOf(url);
  if (site.length > LONGEST_SITE.max)
    throw ValidationFailed.at(['url'], `The 'url' parameter must not name a site with more than ${LONGEST_SITE.max} characters.`);
  return {
    action,
    item: { id: parameters.text('item_id'), name: parameters.text('item_name') },
    site: site === '' ? null : site,
  };
}

/** Why a license key is not of the item, as the vendor calls it; undefined if it is. */
export function mismatchOf({ facts }: VendorKey, { id, name }: Item): string | undefined {
  if (id !== undefined) return facts['item_id'] === id ? undefined : 'invalid_item_id';
  if (name === undefined) return 'invalid_item_id';
  return isSameName(name, facts['item_name']) ? undefined : 'item_name_mismatch';
}

/** Plugins send names encoded once more. */
function isSameName(given: string, known: string | undefined): boolean {
  const plain = (text: string): string => text.replaceAll('+', ' ').trim().toLowerCase();
  if (known === undefined) return false;
  return plain(given) === plain(known) || plain(given) === plain(encodeURIComponent(known));
}
