import { ResourceNotFound, type Sync } from '#kernel';
import { type CustomField, slugTaken } from '../src/domain/custom-field.ts';
import { CustomFields, type WhichCustomField } from '../src/domain/custom-fields.ts';

export class InMemoryCustomFields extends CustomFields {
  private fields: readonly CustomField[] = [];

  async add(field: CustomField): Promise<void> {
    this.assertSlugFree(field);
    this.fields = [...this.fields, field];
  }

  async change<T>({ id, organizations }: WhichCustomField, by: (field: CustomField) => Sync<T>): Promise<T> {
    const field = this.notDeleted().find((each) => each.id === id && organizations.includes(each.organizationId));
    if (!field) throw new ResourceNotFound();
    const before = { ...field };
    const outcome = by(field);
    try {
      this.assertSlugFree(field);
    } catch (error) {
      Object.assign(field, before);
      throw error;
    }
    return outcome as T;
  }

  private assertSlugFree({ id, organizationId, slug }: CustomField): void {
    const isTaken = this.notDeleted().some(
      (each) => each.id !== id && each.organizationId === organizationId && each.slug === slug,
    );
    if (isTaken) throw slugTaken(slug);
  }

  private notDeleted(): CustomField[] {
    return this.fields.filter(({ deletedAt }) => deletedAt === null);
  }
}
