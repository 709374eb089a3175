import type { Address } from '#support/addresses';
import { JsonType, type Platform, type TransformContext } from '@mikro-orm/core';

/** A value that has another shape in its `jsonb` column than in the domain. */
export abstract class ShapedJson<Value, Shape> extends JsonType {
  abstract toShape(value: Value): Shape;
  abstract fromShape(shape: Shape): Value;

  override convertToDatabaseValue(value: unknown, platform: Platform, context?: TransformContext): string | null {
    return super.convertToDatabaseValue(value && this.toShape(value as Value), platform, context);
  }

  override convertToJSValue(value: unknown, platform: Platform): unknown {
    const shape = super.convertToJSValue(value, platform) as Shape | null;
    return shape && this.fromShape(shape);
  }
}

/** An address in the database and in responses. */
export type AddressShape = Omit<Address, 'postalCode'> & { readonly postal_code: string | null };

const addressShape = ({ postalCode, ...rest }: Address): AddressShape => ({ ...rest, postal_code: postalCode });
const fromShape = ({ postal_code, ...rest }: AddressShape): Address => ({ ...rest, postalCode: postal_code });

/** An address as `jsonb` with the property names of responses, so that queries can return it unchanged. */
export class AddressJson extends ShapedJson<Address, AddressShape> {
  override toShape(address: Address): AddressShape {
    return addressShape(address);
  }

  override fromShape(shape: AddressShape): Address {
    return fromShape(shape);
  }
}
