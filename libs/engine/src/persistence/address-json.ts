import type { Address } from '#support/addresses';
import { ShapedJson } from './shaped-json.ts';

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
