import { type NewSavedView, SavedView } from '../src/domain/saved-view.ts';

export const NOW = new Date('2026-11-30T12:00:00Z');
export const LATER = new Date('2026-11-30T13:00:00Z');

const ORGANIZATION = '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f';
const USER = '0f6c2a34-5b7d-4e91-a3c8-2d4e6f8a0b1c';

/** A view of license keys that is shared with the organization. */
export const aSavedView = (attributes: Partial<NewSavedView> = {}): SavedView =>
  SavedView.create(
    {
      organizationId: ORGANIZATION,
      list: 'license_keys',
      authorId: USER,
      ownerId: null,
      name: 'Expire soon',
      filters: [['expiry', 'week']],
      ...attributes,
    },
    NOW,
  );
