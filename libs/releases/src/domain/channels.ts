/** The channels of releases, the most stable first. Whoever gets a channel also gets those before it. */
export const CHANNELS = ['stable', 'beta', 'alpha', 'dev'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The channels whose releases a channel offers: its own, and all that are more stable. */
export const channelsOf = (channel: Channel): readonly Channel[] => CHANNELS.slice(0, CHANNELS.indexOf(channel) + 1);

/** The value of a feature flag that opens channels to the license keys of a purchase. */
export const CHANNEL_VALUE = 'release_channel';

/** The flags of a purchase. */
export interface Flag {
  readonly benefit_id: string;
  readonly values: { readonly [name: string]: string | number | boolean };
}

/** Whether one of the flags opens the channel. Everybody gets `stable`. */
export const opensChannel = (flags: readonly Flag[], channel: Channel): boolean =>
  channel === 'stable' ||
  flags.some(({ values }) => {
    const opened = CHANNELS.find((each) => each === values[CHANNEL_VALUE]);
    return opened !== undefined && channelsOf(opened).includes(channel);
  });
