import { DomainEvent } from '#kernel';

/** A customer began to download a file that a benefit has. */
export interface Download {
  readonly organizationId: string;
  readonly benefitId: string;
  readonly fileId: string;
  readonly customerId: string;
}

type Downloaded = { readonly benefit_id: string; readonly customer_id: string };

/** A customer began to download a file. */
export class FileDownloaded extends DomainEvent<'file.downloaded', Downloaded> {
  readonly name = 'file.downloaded';

  constructor({ organizationId, fileId, benefitId, customerId }: Download, at: Date) {
    super(organizationId, fileId, at, { benefit_id: benefitId, customer_id: customerId });
  }
}
