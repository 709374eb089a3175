import { type NewNote, Note } from '../src/domain/note.ts';

export const NOW = new Date('2026-11-30T12:00:00Z');
export const LATER = new Date('2026-11-30T13:00:00Z');
export const ORGANIZATION = '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f';

const CUSTOMER = '9a1c0c52-43f0-4d8c-8f0e-1b2a3c4d5e6f';
const USER = '0f6c2a34-5b7d-4e91-a3c8-2d4e6f8a0b1c';

/** A note about a customer. */
export const aNote = (attributes: Partial<NewNote> = {}): Note =>
  Note.create(
    {
      organizationId: ORGANIZATION,
      customerId: CUSTOMER,
      licenseKeyId: null,
      orderId: null,
      authorType: 'user',
      authorId: USER,
      text: 'Wants an invoice in September.',
      isPinned: false,
      ...attributes,
    },
    NOW,
  );
