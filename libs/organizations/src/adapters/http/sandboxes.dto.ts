import { defineRequest, paging } from '#platform/http';
import { described, object, strict, text, uuid4 } from '#platform/wire';
import { SLUG } from './organizations.dto.ts';

const path = { id: described(uuid4(), 'The ID of the organization.') };

const production = described(uuid4(), 'The ID of the organization that the sandbox belongs to.');

export const CreateSandboxRequest = defineRequest({
  path: { id: production },
  body: strict(
    object({ name: text({ min: 3, max: 64 }), slug: SLUG }, 'OrganizationSandboxCreate', {
      name: { text: 'The name of the sandbox.', example: 'Acme (sandbox)' },
      slug: {
        text: 'The unique name of the sandbox in URLs: lower-case letters, digits and single hyphens. It cannot be changed later.',
        example: 'acme-sandbox',
      },
    }),
  ),
});

export const DeleteSandboxRequest = defineRequest({
  path: { id: production, sandbox_id: described(uuid4(), 'The ID of the sandbox.') },
});

export const ListCaughtMailsRequest = defineRequest({ path, query: paging });
