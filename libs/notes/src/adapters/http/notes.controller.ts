import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { AddNote } from '../../commands/add-note.ts';
import { ChangeNote } from '../../commands/change-note.ts';
import { DeleteNote } from '../../commands/delete-note.ts';
import type { NoteAccess } from '../../commands/note-access.ts';
import { GetNote } from '../../queries/get-note.ts';
import { ListNotes } from '../../queries/list-notes.ts';
import { NoteView } from '../../queries/note.view.ts';
import { AddNoteRequest, ChangeNoteRequest, ListNotesRequest, OneNoteRequest, subjectOf } from './notes.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The note does not exist or is not accessible.'] as const;

const accessOf = (caller: SellerPrincipal): NoteAccess => ({
  author: { type: caller.kind, id: caller.id },
  customers: caller.access('customers'),
  orders: caller.access('sales'),
  others: caller.access('deletion of notes'),
});

const visibleTo = (caller: SellerPrincipal, organizations?: readonly string[]): ListNotes['visible'] => ({
  organizations: caller.access('customers').narrow(organizations),
  seesOrdersOf: caller.access('sales').visible,
});

@ApiTags('notes')
@Controller('v1/notes')
export class NotesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List notes',
    description:
      'Returns the notes of all organizations that the caller can access, pinned ones first, then the newest. Notes about orders need a role that sees sales. An extension.',
    ok: { status: 200, view: pageOf(NoteView, 'Note') },
  })
  @RequireScope(['notes:read', 'notes:write'])
  list(
    @Input(ListNotesRequest) { query }: InputOf<typeof ListNotesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<NoteView>> {
    const { page, limit, organization_id, ...filter } = query;
    return this.queries.execute(new ListNotes(visibleTo(caller, organization_id), filter, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Add a note',
    description:
      'Adds a note about a customer, a license key or an order, for those who work for the seller. Customers never see it. It is deleted with the customer. An extension.',
    ok: { status: 201, view: NoteView },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      409: ['TooManyNotes', 'The customer, license key or order has as many notes as it can have.'],
    },
  })
  @RequireScope('notes:write')
  async create(
    @Input(AddNoteRequest) { body }: InputOf<typeof AddNoteRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<NoteView> {
    const { text, is_pinned: isPinned } = body;
    const id = await this.commands.execute(new AddNote(accessOf(caller), subjectOf(body), { text, isPinned }));
    return this.queries.execute(new GetNote(visibleTo(caller), id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a note',
    description: 'Returns a note. An extension.',
    ok: { status: 200, view: NoteView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['notes:read', 'notes:write'])
  get(
    @Input(OneNoteRequest) { path }: InputOf<typeof OneNoteRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<NoteView> {
    return this.queries.execute(new GetNote(visibleTo(caller), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a note',
    description:
      'Changes the fields that are sent; fields that are `null` stay as they are. The role `support` pins every note, and changes the text of its own. An extension.',
    ok: { status: 200, view: NoteView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('notes:write')
  async update(
    @Input(ChangeNoteRequest) { path, body }: InputOf<typeof ChangeNoteRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<NoteView> {
    const changes = { text: body.text ?? undefined, isPinned: body.is_pinned ?? undefined };
    await this.commands.execute(new ChangeNote(accessOf(caller), path.id, changes));
    return this.queries.execute(new GetNote(visibleTo(caller), path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a note',
    description:
      'Deletes a note. The audit log says that it was deleted, and not what it said. The role `support` deletes what it wrote itself. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('notes:write')
  delete(
    @Input(OneNoteRequest) { path }: InputOf<typeof OneNoteRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new DeleteNote(accessOf(caller), path.id));
  }
}
