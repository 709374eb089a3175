export const transferEn = {
  title: 'Transfer this key to another customer',
  text: 'The purchase stays with its buyer. Whoever had the key may still know it: replace it afterwards if they must not use it.',
  customer: 'New customer',
  placeholder: 'Name or e-mail address',
  deactivate: 'Deactivate the devices of the former customer',
  submit: 'Transfer',
  done: 'The key was transferred.',
};
