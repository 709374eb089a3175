import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { changeOne, inTransaction } from '#engine/persistence';
import type { SavedView } from '../../domain/saved-view.ts';
import { SavedViewNameTaken } from '../../domain/saved-view.errors.ts';
import { SavedViews, type WhichSavedView } from '../../domain/saved-views.ts';
import { SavedViewMapping, savedViewRows } from './saved-view.mapping.ts';

const where = ({ id, organizations, userId }: WhichSavedView) => ({
  id,
  organizationId: { $in: [...organizations] },
  $or: [{ ownerId: null }, { ownerId: userId }],
});

@Injectable()
export class MikroOrmSavedViews extends SavedViews {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The lock makes additions to the same views take turns. */
  add(view: SavedView): Promise<void> {
    const { organizationId, ownerId } = view.snapshot;
    return namedOnce(
      inTransaction(this.em, 'new SavedView', async (transaction) => {
        const views = `saved-views/${organizationId}/${ownerId ?? ''}`;
        await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [views]);
        view.assertFits(await transaction.count(SavedViewMapping, { organizationId, ownerId }));
        await savedViewRows.insert(transaction, [view]);
      }),
    );
  }

  change<T>(which: WhichSavedView, by: (view: SavedView) => Sync<T>): Promise<T> {
    return namedOnce(changeOne(this.em, savedViewRows, where(which), by));
  }

  remove(which: WhichSavedView, check: (view: SavedView) => void): Promise<void> {
    return inTransaction(this.em, 'removed SavedView', async (transaction) => {
      const locked = await savedViewRows.lock(transaction, where(which));
      const [view] = locked.all;
      if (!view) throw new ResourceNotFound();
      check(view);
      await locked.remove();
    });
  }
}

async function namedOnce<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored;
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? new SavedViewNameTaken() : error;
  }
}
