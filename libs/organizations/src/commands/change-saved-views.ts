import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { type NewSavedView, SavedView, type SavedViewChanges } from '../domain/saved-view.ts';
import { SavedViews, type WhichSavedView } from '../domain/saved-views.ts';

/** What a user may change of saved views. */
export interface SavedViewAccess {
  readonly userId: string;
  /** Views of the user. */
  readonly own: Access;
  /** What somebody else has shared. */
  readonly shared: Access;
}

/** Returns the id. Throws `SavedViewNameTaken` and `TooManySavedViews`. */
export class SaveView extends Command<string> {
  constructor(
    readonly attributes: Omit<NewSavedView, 'ownerId'>,
    readonly isShared: boolean,
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

const whichView = (id: string, { userId, own }: SavedViewAccess): WhichSavedView => ({ id, organizations: own.visible, userId });

function assertMayChange(view: SavedView, { userId, own, shared }: SavedViewAccess): void {
  (view.isBy(userId) ? own : shared).assertCanManage(view.organizationId);
}

@CommandHandler(SaveView)
export class SaveViewHandler implements ICommandHandler<SaveView> {
  constructor(
    private readonly views: SavedViews,
    private readonly clock: WallClock,
  ) {}

  async execute({ attributes, isShared }: SaveView): Promise<string> {
    const view = SavedView.create({ ...attributes, ownerId: isShared ? null : attributes.authorId }, this.clock.now());
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
    await this.views.change(whichView(id, access), (view) => {
      assertMayChange(view, access);
      view.update(changes, this.clock.now());
    });
  }
}

@CommandHandler(DeleteSavedView)
export class DeleteSavedViewHandler implements ICommandHandler<DeleteSavedView> {
  constructor(private readonly views: SavedViews) {}

  async execute({ access, id }: DeleteSavedView): Promise<void> {
    await this.views.remove(whichView(id, access), (view) => assertMayChange(view, access));
  }
}
