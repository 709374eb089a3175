import { defineRequest } from '#platform/http';
import { unionByKey, type Field, httpUrl, isPlainObject, nullable, object, optional, text, uuid4 } from '#platform/wire';

const terms = {
  member_id: optional(nullable(uuid4())),
  external_member_id: optional(nullable(text())),
  return_url: optional(nullable(httpUrl())),
};
const byId = object({ customer_id: uuid4(), ...terms }, 'CustomerSessionCustomerIDCreate');
const byExternalId = object({ external_customer_id: text(), ...terms }, 'CustomerSessionCustomerExternalIDCreate');

/** `customer_external_id` is an older name of `external_customer_id`. */
const renamed = <T>(field: Field<T>): Field<T> => ({
  ...field,
  read: (input, issues) =>
    field.read(
      isPlainObject(input) && Object.hasOwn(input, 'customer_external_id')
        ? { external_customer_id: input['customer_external_id'], ...input }
        : input,
      issues,
    ),
});

/** Which customer is told by its id if that is there, by its external id otherwise. */
export const CreateCustomerSessionRequest = defineRequest({ body: unionByKey('customer_id', byId, renamed(byExternalId)) });
