export const revocationEn = {
  because: 'It is revoked because:',
  reasons: {
    by_hand: 'Somebody revoked it by hand.',
    dispute: 'The bank demands the payment of its order back, and the dispute is not won.',
    refund: 'Its order was refunded, and its benefits were taken away.',
    void: 'Its order is void.',
    unpaid: 'Its purchase is not paid.',
    paused: 'Its subscription is paused.',
    ended: 'Its subscription has ended.',
    seat: 'Whoever held it lost the seat.',
    removed: 'Its benefit, its customer or its holder is no longer there.',
  },
  openOrder: 'Open the order',
  openSubscription: 'Open the subscription',
  enableTitle: 'Enable this key all the same?',
  enableText: 'Applications accept it again at once, and none of this changes:',
  enable: 'Enable all the same',
};
