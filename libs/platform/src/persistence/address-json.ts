import { JsonType, type Platform, type TransformContext } from '@mikro-orm/postgresql';
import type { Address } from '#kernel';

/** An address as it is stored and shown. */
export type AddressShape = Omit<Address, 'postalCode'> & { readonly postal_code: string | null };

/** As queries show what they have read through the mapping. */
export const addressShape = ({ postalCode, ...rest }: Address): AddressShape => ({ ...rest, postal_code: postalCode });
const loaded = ({ postal_code, ...rest }: AddressShape): Address => ({ ...rest, postalCode: postal_code });

/** An address as `jsonb` in the names of the wire, so that a read can go out as it is. */
export class AddressJson extends JsonType {
  override convertToDatabaseValue(value: unknown, platform: Platform, context?: TransformContext): string | null {
    return super.convertToDatabaseValue(value && addressShape(value as Address), platform, context);
  }

  override convertToJSValue(value: unknown, platform: Platform, context?: TransformContext): Address | null {
    const shape = super.convertToJSValue(value, platform, context) as unknown as AddressShape | null;
    return shape && loaded(shape);
  }
}
