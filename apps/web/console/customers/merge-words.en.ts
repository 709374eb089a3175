export const mergeEn = {
  title: (name: string) => `Merge another customer into ${name}`,
  text: (name: string) =>
    `${name} gets all purchases, license keys, seats, members and usage of the other customer, who is deleted. Their e-mail address leads to ${name} from then on. This cannot be taken back.`,
  customer: 'Other customer',
  placeholder: 'Name or e-mail address',
  submit: 'Merge',
  done: 'The customers were merged.',
  itself: 'This is the same customer.',
};
