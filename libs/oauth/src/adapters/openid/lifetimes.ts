const HOUR = 3_600;
const DAY = 86_400;

/** How long things live, in seconds. */
export const LIFETIMES = {
  AccessToken: HOUR,
  AuthorizationCode: 60,
  DeviceCode: 600,
  Grant: 400 * DAY,
  IdToken: HOUR,
  Interaction: HOUR,
  RefreshToken: 90 * DAY,
  Session: DAY,
};
