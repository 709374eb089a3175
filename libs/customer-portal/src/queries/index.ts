export { CurrentCustomers } from './current-customers.ts';
export { CustomerFinder } from './customer-finder.ts';
export { ExportCustomerHandler } from './export-customer.ts';
export { ExportCustomersHandler } from './export-customers.ts';
export {
  FindCustomersByExternalIdHandler,
  FindCustomersHandler,
  FindMergeTargetHandler,
  IdentifyCustomersHandler,
  FindFormerCustomersHandler,
  FindMergedCustomersHandler,
} from './find-customers.ts';
export {
  FindMemberOfCustomerHandler,
  FindMembersHandler,
  FindRemainingMembersHandler,
  IdentifyMemberHandler,
} from './find-members.ts';
export { GetCustomerFiguresHandler } from './get-customer-figures.ts';
export { GetCustomerHandler } from './get-customer.ts';
export { GetMemberHandler } from './get-member.ts';
export { GetOpenedSessionHandler } from './get-opened-session.ts';
export { GetOwnDetailsHandler } from './get-own-details.ts';
export { GetPortalUserHandler } from './get-portal-user.ts';
export { GetTeamMemberHandler } from './get-team-member.ts';
export { GetViewerHandler } from './get-viewer.ts';
export { IntrospectSessionHandler } from './introspect-session.ts';
export { ListAliasesHandler } from './list-aliases.ts';
export { ListCustomersHandler } from './list-customers.ts';
export { ListMailsHandler } from './list-mails.ts';
export { ListMembersHandler } from './list-members.ts';
export { ListOwnTeamHandler } from './list-own-team.ts';
export { MatchCustomerHandler } from './match-customer.ts';
export { MembersById } from './members-by-id.ts';
export { SearchCustomersHandler } from './search-customers.ts';
export { GetCustomerTagsHandler, ListCustomerTagsHandler, ListTaggedCustomersHandler } from './customer-tags.ts';
