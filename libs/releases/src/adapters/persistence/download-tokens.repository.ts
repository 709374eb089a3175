import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound } from '#kernel';
import { inTransaction } from '#engine/persistence';
import { DownloadToken } from '../../domain/download-token.ts';
import { DownloadTokens, type PresentedDigests, type WhichDownloadToken } from '../../domain/download-tokens.ts';
import { DownloadTokenMapping, downloadTokenRows } from './release.mapping.ts';

@Injectable()
export class MikroOrmDownloadTokens extends DownloadTokens {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The lock makes additions for the same license key take turns. */
  add(token: DownloadToken): Promise<void> {
    const { organizationId, licenseKeyId } = token;
    return inTransaction(this.em, 'new DownloadToken', async (transaction) => {
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`download-tokens/${licenseKeyId}`]);
      DownloadToken.assertFits(await transaction.count(DownloadTokenMapping, { organizationId, licenseKeyId }));
      await downloadTokenRows.insert(transaction, [token]);
    });
  }

  async licenseKeyOf({ organizationId, productId, digests }: PresentedDigests): Promise<string | undefined> {
    const [newest] = digests;
    if (newest === undefined) return undefined;
    const em = this.em.fork();
    const where = { organizationId, productId, digest: { $in: [...digests] } };
    const found = await em.findOne(DownloadTokenMapping, where, { fields: ['licenseKeyId', 'digest'] });
    if (!found) return undefined;
    const { digest, licenseKeyId } = found;
    if (!newest.equals(digest)) await em.nativeUpdate(DownloadTokenMapping, { organizationId, digest }, { digest: newest });
    return licenseKeyId;
  }

  remove({ organizations, ...which }: WhichDownloadToken, check: (token: DownloadToken) => void): Promise<void> {
    return inTransaction(this.em, 'removed DownloadToken', async (transaction) => {
      const locked = await downloadTokenRows.lock(transaction, { ...which, organizationId: { $in: [...organizations] } });
      const [token] = locked.all;
      if (!token) throw new ResourceNotFound();
      check(token);
      await locked.remove();
    });
  }

  removeOfKey(organizationId: string, licenseKeyId: string): Promise<void> {
    return inTransaction(this.em, 'removed DownloadTokens', async (transaction) => {
      const locked = await downloadTokenRows.lock(transaction, { organizationId, licenseKeyId }, { orderBy: { id: 'asc' } });
      await locked.remove();
    });
  }
}
