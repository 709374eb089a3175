import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { type NewSavedView, SavedView, type SavedViewChanges } from '../domain/saved-view.ts';
import { SavedViews } from '../domain/saved-views.ts';

/** What a user may change of the saved views of an organization. */
export interface SavedViewAccess {
  readonly organizationId: string;
  readonly userId: string;
  /** Views of the user. */
  readonly own: Access;
  /** What somebody else has shared. */
  readonly shared: Access;
}

/** Returns the id. Throws `ResourceNotFound`, `SavedViewNameTaken` and `TooManySavedViews`. */
export class SaveView extends Command<string> {
  constructor(
    readonly access: SavedViewAccess,
    readonly attributes: Pick<NewSavedView, 'list' | 'name' | 'filters'> & { readonly isShared: boolean },
  ) {
    super();
  }
}

/** Throws `ResourceNotFound`, `NotPermitted` and `SavedViewNameTaken`. */
export class ChangeSavedView extends Command<void> {
  constructor(
    readonly access: SavedViewAccess,
    readonly id: string,
    readonly changes: SavedViewChanges,
  ) {
    super();
  }
}

/** Throws `ResourceNotFound` and `NotPermitted`. */
export class DeleteSavedView extends Command<void> {
  constructor(
    readonly access: SavedViewAccess,
    readonly id: string,
  ) {
    super();
  }
}

function assertMayChange(view: SavedView, { organizationId, userId, own, shared }: SavedViewAccess): void {
  (view.isBy(userId) ? own : shared).assertCanManage(organizationId);
}

@CommandHandler(SaveView)
export class SaveViewHandler implements ICommandHandler<SaveView> {
  constructor(
    private readonly views: SavedViews,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, attributes: { isShared, ...attributes } }: SaveView): Promise<string> {
    const { organizationId, userId: authorId, own } = access;
    own.assertSees(organizationId);
    own.assertCanManage(organizationId);
    const ownerId = isShared ? null : authorId;
    const view = SavedView.create({ ...attributes, organizationId, authorId, ownerId }, this.clock.now());
    await this.views.add(view);
    return view.id;
  }
}

@CommandHandler(ChangeSavedView)
export class ChangeSavedViewHandler implements ICommandHandler<ChangeSavedView> {
  constructor(
    private readonly views: SavedViews,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, changes }: ChangeSavedView): Promise<void> {
    const { organizationId, userId, own } = access;
    own.assertSees(organizationId);
    await this.views.change({ id, organizationId, userId }, (view) => {
      assertMayChange(view, access);
      view.update(changes, this.clock.now());
    });
  }
}

@CommandHandler(DeleteSavedView)
export class DeleteSavedViewHandler implements ICommandHandler<DeleteSavedView> {
  constructor(private readonly views: SavedViews) {}

  async execute({ access, id }: DeleteSavedView): Promise<void> {
    const { organizationId, userId, own } = access;
    own.assertSees(organizationId);
    await this.views.remove({ id, organizationId, userId }, (view) => assertMayChange(view, access));
  }
}
