import { newId } from '#kernel';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { MikroOrmCustomers } from '../src/adapters/persistence/customers.repository.ts';
import { PgExportLeases } from '../src/adapters/persistence/export-leases.repository.ts';
import { MikroOrmPortalSessions } from '../src/adapters/persistence/portal-sessions.repository.ts';
import { PortalSession } from '../src/domain/portal-session.ts';
import { customerPortalTables } from '../src/index.ts';
import { aCustomer } from './customer.builder.ts';
import { exportLeasesContract } from './export-leases.contract.ts';
import { InMemoryExportLeases } from './in-memory-export-leases.ts';

exportLeasesContract('memory', async () => ({
  leases: new InMemoryExportLeases(),
  session: async () => newId(),
  close: async () => undefined,
}));

exportLeasesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(customerPortalTables);
  return {
    leases: new PgExportLeases(orm.em),
    session: async () => {
      const customer = aCustomer().newUnsaved();
      await new MikroOrmCustomers(orm.em).add(customer);
      const owner = { organizationId: customer.organizationId, customerId: customer.id, memberId: null };
      const session = PortalSession.create(
        { ...owner, digest: Buffer.from(newId()), returnUrl: null, generation: 0 },
        new Date(),
      );
      await new MikroOrmPortalSessions(orm.em).add(session);
      return session.id;
    },
    close,
  };
});
