import { JsonType, type Platform, type TransformContext } from '@mikro-orm/postgresql';
import type { Address } from '#kernel';

/** An address in the database and in responses. */
export type AddressShape = Omit<Address, 'postalCode'> & { readonly postal_code: string | null };

/** For queries that read the address through the mapping. */
export const addressShape = ({ postalCode, ...rest }: Address): AddressShape => ({ ...rest, postal_code: postalCode });
const fromShape = ({ postal_code, ...rest }: AddressShape): Address => ({ ...rest, postalCode: postal_code });

/** An address as `jsonb` with the property names of responses, so that queries can return it unchanged. */
export class AddressJson extends JsonType {
  override convertToDatabaseValue(value: unknown, platform: Platform, context?: TransformContext): string | null {
    return super.convertToDatabaseValue(value && addressShape(value as Address), platform, context);
  }

  override convertToJSValue(value: unknown, platform: Platform, context?: TransformContext): Address | null {
    const shape = super.convertToJSValue(value, platform, context) as unknown as AddressShape | null;
    return shape && fromShape(shape);
  }
}
