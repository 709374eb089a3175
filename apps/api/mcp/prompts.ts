import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';

interface Question {
  readonly title: string;
  readonly about: string;
  /** Its arguments, with what each is. */
  readonly takes: Readonly<Record<string, string>>;
  /** What the model is asked to do, with the arguments in braces. */
  readonly steps: string;
}

const KEY = 'The license key: its ID, its last characters, or the email address of its customer. Never the whole key.';
const CUSTOMER = 'The customer: the ID, the email address or the name.';
const PURCHASE = 'The order or subscription: its ID, an invoice number or the email address of the customer.';
const ASK =
  'Show me what you found in two or three sentences. Change nothing unless I say so, and then show me each change first.';

/** The questions that customers ask most, and the tools that answer them. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  key_does_not_work: {
    title: 'Why does a license key not work?',
    about: 'Finds out why a license key is refused, and what would help.',
    takes: { key: KEY },
    steps:
      'A customer says that the license key {key} does not work. Find it with keys_search, run keys_explain with its ID, and read keys_timeline for recent refusals. Name the check that fails and the tool that would solve it.',
  },
  activation_limit_reached: {
    title: 'A new computer: the activation limit is reached',
    about: 'Finds the device to remove, so that a new one can be activated.',
    takes: { key: KEY },
    steps:
      'A customer has a new computer, and the activation limit of the license key {key} is reached. List its devices with keys_devices, and propose the one that was seen last the longest ago for keys_remove_device.',
  },
  key_got_lost: {
    title: 'A customer cannot find the license key',
    about: 'Finds the keys of a customer and sends one again.',
    takes: { customer: CUSTOMER },
    steps:
      'The customer {customer} cannot find the license key. Find the customer with search, the keys with keys_search, and propose which one to mail with keys_send. Never write a key to me.',
  },
  key_has_leaked: {
    title: 'A license key was shared or stolen',
    about: 'Looks at where a key is used, and proposes to rotate or disable it.',
    takes: { key: KEY },
    steps:
      'The license key {key} may be used by strangers. Look at keys_show, keys_devices and keys_timeline for devices and refusals that do not fit, and propose keys_rotate or keys_disable.',
  },
  extend_a_key: {
    title: 'A license key is to be valid longer',
    about: 'Finds out what decides the expiry of a key, and extends it.',
    takes: { key: KEY, until: 'Until when, as a date.' },
    steps:
      'The license key {key} is to be valid until {until}. Read it with keys_show; if it comes from a subscription, say when that renews (subscriptions_show) and what extending by hand means. Then propose keys_extend.',
  },
  cancel_a_subscription: {
    title: 'A customer wants to cancel',
    about: 'Finds the subscription and the day on which it ends.',
    takes: { purchase: PURCHASE },
    steps:
      'A customer wants to cancel {purchase}. Find it with subscriptions_list or search, read subscriptions_show, and say until when it is paid. Propose subscriptions_cancel, and subscriptions_revoke only if access has to end at once.',
  },
  refund_a_purchase: {
    title: 'A customer wants the money back',
    about: 'Finds the order, what was paid back before, and what the customer keeps.',
    takes: { purchase: PURCHASE },
    steps:
      'A customer wants the money for {purchase} back. Find it with orders_list or search, read orders_show and refunds_list, and say how much can be refunded and which benefits the customer would lose. Propose orders_refund.',
  },
  no_free_seat: {
    title: 'A team has no free seat',
    about: 'Shows who has the seats of a team, and how to free one.',
    takes: { customer: CUSTOMER },
    steps:
      'The team {customer} cannot invite anybody. Read seats_pools for bought and free seats and seats_list for who has them and which invitations are open. Propose seats_revoke, seats_resend, or more seats with subscriptions_update.',
  },
  usage_is_used_up: {
    title: 'A quota or credit is used up',
    about: 'Shows what was used, when, and how to give more.',
    takes: { customer: CUSTOMER },
    steps:
      'The customer {customer} says that the quota is used up too early. Compare meters_balances with meters_quantities by day and, if a day stands out, with events_list. Propose events_void for wrong events or meters_credit for goodwill.',
  },
  webhook_did_not_arrive: {
    title: 'A webhook did not arrive',
    about: 'Finds failed deliveries of an endpoint, and sends again what it missed.',
    takes: { since: 'Since when, as a date and time.' },
    steps:
      'Our system has got no events since {since}. Look at webhooks_list for a disabled endpoint and at webhooks_deliveries for the errors of the attempts. Say what the receiver answered, and propose webhooks_update to enable it and webhooks_recover for what it missed.',
  },
};

export const PROMPTS: readonly Prompt[] = Object.entries(QUESTIONS).map(([name, { title, about, takes }]) => ({
  name,
  title,
  description: about,
  arguments: Object.entries(takes).map(([argument, description]) => ({ name: argument, description, required: true })),
}));

/** The messages of a prompt; undefined if there is no prompt of this name, or an argument is missing. */
export function promptOf(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult | undefined {
  const question = Object.hasOwn(QUESTIONS, name) ? QUESTIONS[name] : undefined;
  if (!question || Object.keys(question.takes).some((argument) => !given[argument])) return undefined;
  const text = question.steps.replaceAll(/\{(\w+)\}/g, (_all, argument: string) => given[argument]!);
  return {
    description: question.about,
    messages: [{ role: 'user', content: { type: 'text', text: `${text} ${ASK}` } }],
  };
}
