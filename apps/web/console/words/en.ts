import { accountEn } from '../account/words.en.ts';
import { benefitsEn } from '../benefits/words.en.ts';
import { auditLogEn } from '../audit-log/words.en.ts';
import { connectorsEn } from '../connectors/words.en.ts';
import { customersEn } from '../customers/words.en.ts';
import { creditsEn } from '../customers/credit-words.en.ts';
import { eventsEn } from '../events/words.en.ts';
import { historyEn } from '../history/words.en.ts';
import { keysEn } from '../keys/words.en.ts';
import { singleSignOnEn } from '../single-sign-on/words.en.ts';
import { settingsEn } from '../settings/words.en.ts';
import { ordersEn } from '../orders/words.en.ts';
import { salesEn } from '../sales/words.en.ts';
import { seatsEn } from '../seats/words.en.ts';
import { subscriptionsEn } from '../subscriptions/words.en.ts';
import { metersEn } from '../meters/words.en.ts';
import { failedEventsEn } from '../failed-events/words.en.ts';
import { undeliveredEn } from '../undelivered/words.en.ts';
import { tokensEn } from '../tokens/words.en.ts';
import { webhooksEn } from '../webhooks/words.en.ts';
import { productsEn } from '../products/words.en.ts';

export const en = {
  title: 'Latchkey console',
  signIn: {
    title: 'Sign in',
    text: 'Manage license keys, customers and sales.',
    email: 'E-mail address',
    send: 'Send me a code',
    withPassword: 'Sign in with a password',
    withCode: 'Sign in with a code',
    withPasskey: 'Sign in with a passkey',
    passkeyRefused: 'No passkey was used. Choose another way to sign in.',
    passkeyUnknown: 'This passkey is not known here. Choose another way to sign in.',
    password: 'Password',
    submit: 'Sign in',
    codeTitle: 'Check your mail',
    codeText: (email: string, duration: string) =>
      `If ${email} is known here, a code is on its way. It works once, within ${duration}.`,
    code: 'Code',
    again: 'Use another address',
    resend: 'Send another code',
    resent: 'Another code is on its way.',
    wrong: 'This does not work, or not any more. Check what you entered, or ask for another code.',
    secondTitle: 'One more step',
    secondText: 'Enter the code of your authenticator app, or one of your recovery codes.',
    secondCode: 'Code of the app, or recovery code',
  },
  accountMenu: 'Account',
  accountPage: 'Your account',
  reference: 'API reference (new tab)',
  signOut: 'Sign out',
  signedOut: 'You are signed out.',
  noOrganization: 'You belong to no organization yet',
  noOrganizationText: 'Ask an owner to add you, or create an organization with the command line.',
  otherOrganization: 'You do not belong to this organization',
  otherOrganizationText: 'Choose one of yours.',
  notPermitted: 'You may not see this page',
  notPermittedText: (organization: string) =>
    `Your role in ${organization} does not include it. Ask an owner of the organization for another one.`,
  organization: 'Organization',
  blocked: 'This organization is blocked. Its data can be read, but not changed.',
  navigation: 'Pages',
  toOverview: 'Go to the overview',
  nav: {
    overview: 'Overview',
    licensing: 'Licensing',
    keys: 'License keys',
    seats: 'Seats',
    catalog: 'Catalog',
    products: 'Products',
    benefits: 'Benefits',
    sales: 'Sales',
    customers: 'Customers',
    subscriptions: 'Subscriptions',
    orders: 'Orders',
    disputes: 'Disputes',
    undelivered: 'Paid, not delivered',
    usage: 'Usage',
    meters: 'Meters',
    events: 'Events',
    developers: 'Developers',
    tokens: 'Access tokens',
    webhooks: 'Webhooks',
    failedEvents: 'Failed events',
    connectors: 'Connectors',
    organization: 'Organization',
    auditLog: 'Audit log',
    settings: 'Settings',
  },
  palette: {
    open: 'Search or jump to',
    placeholder: 'License key, customer, order, product, page or action',
    results: 'Results',
    pages: 'Page',
    action: 'Action',
    kinds: {
      license_key: 'License key',
      customer: 'Customer',
      order: 'Order',
      subscription: 'Subscription',
      product: 'Product',
    },
    recordSale: 'Record a sale',
    issueKey: 'Issue a license key',
    extendKey: 'Extend a license key…',
    whichKey: 'Which license key? A part of it, or its customer',
    type: 'Type at least two characters.',
    nothing: 'Nothing found',
    shortcuts: 'Keyboard shortcuts',
    control: 'Ctrl',
    single: 'Shortcuts of a single key',
    singleText: 'Off, only Ctrl K works, which finds this page, too. It is kept in this browser.',
    search: 'Search',
    rows: 'Previous or next row',
    openRow: 'Open the row',
  },
  overview: {
    period: 'Period',
    periods: { week: 'Last 7 days', month: 'Last 30 days', quarter: 'Last 91 days', year: 'Last 365 days' },
    currency: 'Currency',
    everyCurrency: 'All currencies',
    currencyNote: (currency: string) => `Amounts are without tax, and only those in ${currency}.`,
    orders: 'Orders of the period, in every currency',
    before: (value: string) => `before: ${value}`,
    revenue: 'Revenue',
    netRevenue: 'Net of refunds',
    recurring: 'Monthly recurring revenue',
    newCustomers: 'New customers',
    lostCustomers: 'Lost subscribers',
    activeKeys: 'Active keys',
    activationsOf: 'Activations',
    expiring: 'Expire in 30 days',
    openDisputes: 'Open disputes',
    undelivered: 'Paid, not delivered',
    failingEndpoints: 'Failing endpoints',
    validations: 'Validations, by day',
    activations: 'Activations, by day',
    day: 'Day',
    count: 'Count',
    recentOrders: 'Recent purchases',
    product: 'Product',
    amount: 'Amount',
    time: 'Time',
  },
  ...accountEn,
  ...auditLogEn,
  ...connectorsEn,
  ...undeliveredEn,
  ...keysEn,
  ...historyEn,
  ...customersEn,
  ...creditsEn,
  ...singleSignOnEn,
  ...settingsEn,
  ...salesEn,
  ...subscriptionsEn,
  ...ordersEn,
  ...seatsEn,
  ...metersEn,
  ...eventsEn,
  ...tokensEn,
  ...webhooksEn,
  ...failedEventsEn,
  ...productsEn,
  ...benefitsEn,
};

export type Words = typeof en;
