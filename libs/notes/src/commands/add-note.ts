import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { IdentifyCustomers } from '#customer-portal/contract';
import { FindPurchase } from '#entitlements/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { FindLicenseKey } from '#licensing/contract';
import { type NewNote, Note } from '../domain/note.ts';
import { Notes } from '../domain/notes.ts';
import type { NoteAccess } from './note-access.ts';

/** What a note is about. */
export type NoteSubject = { readonly customerId: string } | { readonly licenseKeyId: string } | { readonly orderId: string };

type About = Pick<NewNote, 'organizationId' | 'customerId' | 'licenseKeyId' | 'orderId'>;
type Written = Pick<NewNote, 'text' | 'isPinned'>;

/** Adds a note and returns its id. Throws `ValidationFailed` for what does not exist or is not visible. */
export class AddNote extends Command<string> {
  constructor(
    readonly access: NoteAccess,
    readonly subject: NoteSubject,
    readonly written: Written,
  ) {
    super();
  }
}

@CommandHandler(AddNote)
export class AddNoteHandler implements ICommandHandler<AddNote> {
  constructor(
    private readonly notes: Notes,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, subject, written }: AddNote): Promise<string> {
    const about = await this.find(access, subject);
    const { organizationId } = about;
    access.customers.assertCanManage(organizationId);
    const { type: authorType, id: authorId } = access.author;
    const note = Note.create({ ...about, ...written, authorType, authorId }, this.clock.now(organizationId));
    await this.notes.add(note);
    return note.id;
  }

  private find({ customers, orders }: NoteAccess, subject: NoteSubject): Promise<About> {
    if ('customerId' in subject) return this.customer(customers, subject.customerId);
    if ('licenseKeyId' in subject) return this.licenseKey(customers, subject.licenseKeyId);
    return this.order(orders, subject.orderId);
  }

  private async customer(access: Access, customerId: string): Promise<About> {
    const [customer] = await this.queries.execute(new IdentifyCustomers([customerId]));
    if (!customer || customer.is_deleted || !access.visible.includes(customer.organization_id))
      throw ValidationFailed.at(['customerId'], 'Customer does not exist.', customerId);
    return { organizationId: customer.organization_id, customerId, licenseKeyId: null, orderId: null };
  }

  private async licenseKey(access: Access, licenseKeyId: string): Promise<About> {
    const key = await this.queries.execute(new FindLicenseKey(access.visible, licenseKeyId));
    if (!key) throw ValidationFailed.at(['licenseKeyId'], 'License key does not exist.', licenseKeyId);
    return { organizationId: key.organizationId, customerId: key.customerId, licenseKeyId, orderId: null };
  }

  private async order(access: Access, orderId: string): Promise<About> {
    const order = await this.queries.execute(new FindPurchase({ orderId }));
    if (!order || !access.visible.includes(order.organizationId))
      throw ValidationFailed.at(['orderId'], 'Order does not exist.', orderId);
    return { organizationId: order.organizationId, customerId: order.buyerId, licenseKeyId: null, orderId };
  }
}
