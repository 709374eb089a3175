import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Empty, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization, userQuery } from '../context.ts';
import { type Organization, useSettings } from '../settings/organization.ts';
import { CaughtMails } from './caught-mails.tsx';
import { useSandboxWords } from './words.ts';

const CreateSandboxDialog = lazy(async () => ({ default: (await import('./create-sandbox.tsx')).CreateSandboxDialog }));
const DeleteSandboxDialog = lazy(async () => ({ default: (await import('./delete-sandbox.tsx')).DeleteSandboxDialog }));

/** The sandboxes of an organization, or what belongs to a sandbox alone. */
export function SandboxesPage(): ReactNode {
  return useOrganization().is_sandbox ? <OfSandbox /> : <OfProduction />;
}

function OfProduction(): ReactNode {
  const words = useSandboxWords();
  const { organization_id: id } = useOrganization();
  const mayChange = useMay('organizations:write');
  const [isCreating, setCreating] = useState(false);
  const sandboxes = useQuery({
    queryKey: ['sandboxes', id],
    queryFn: async () => {
      const { items } = await answer(api.GET('/v1/organizations/', { params: { query: { limit: 100 } } }));
      return items.filter(({ sandbox_of }) => sandbox_of === id);
    },
  });
  const create = mayChange && (
    <Button small look="primary" icon={Plus} onPress={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Loaded of={sandboxes} waiting={<SkeletonCards count={1} height={260} />}>
      {(items) => (
        <Card flush title={words.title} note={words.text} end={create}>
          {items.length === 0 ? <Empty title={words.none} /> : <SandboxTable sandboxes={items} />}
          <Suspense>{isCreating && <CreateSandboxDialog onClose={() => setCreating(false)} />}</Suspense>
        </Card>
      )}
    </Loaded>
  );
}

function SandboxTable({ sandboxes }: { readonly sandboxes: readonly Organization[] }): ReactNode {
  const words = useSandboxWords();
  const columns: readonly Column<Organization>[] = [
    {
      id: 'name',
      title: words.name,
      cell: ({ name, slug }) => (
        <Link to="/$slug/settings/sandboxes" params={{ slug }}>
          {name}
        </Link>
      ),
    },
    { id: 'slug', title: words.slug, cell: ({ slug }) => <code>{slug}</code> },
  ];
  return <Table label={words.title} columns={columns} rows={sandboxes} rowId={({ id }) => id} />;
}

function OfSandbox(): ReactNode {
  const words = useSandboxWords();
  const settings = useSettings();
  const [isDeleting, setDeleting] = useState(false);
  const memberships = useQuery(userQuery).data?.memberships;
  const production = memberships?.find(({ organization_id }) => organization_id === settings.data?.sandbox_of);
  const mayDelete = production?.scopes.includes('organizations:write') && !production.is_blocked;
  return (
    <div className="stack">
      <CaughtMails />
      {production && mayDelete && (
        <Card title={words.delete} note={words.deleteText}>
          <Button look="danger" icon={Trash2} onPress={() => setDeleting(true)}>
            {words.delete}
          </Button>
          <Suspense>{isDeleting && <DeleteSandboxDialog production={production} onClose={() => setDeleting(false)} />}</Suspense>
        </Card>
      )}
    </div>
  );
}
