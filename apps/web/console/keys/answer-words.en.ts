/** A mail to a customer about a license key, as the support desk sends it. */
export const answerEn = {
  subject: (key: string) => `Your license key ${key}`,
  greeting: (name: string | null) => (name ? `Hello ${name},` : 'Hello,'),
  works: (key: string) => `your license key ${key} is in order: applications can use it now.`,
  worksInGrace: (key: string) => `your license key ${key} has expired. Applications can go on using it for a short time.`,
  fails: (key: string) => `applications cannot use your license key ${key} at the moment.`,
  full: (limit: string, count: number) =>
    count === 1
      ? 'It is for one device, which is in use. To use another one, remove the device first.'
      : `It is for ${limit} devices, and all of them are in use. To use another one, remove a device that you no longer need.`,
  free: (left: string, count: number) =>
    count === 1 ? 'You can activate one more device.' : `You can activate ${left} more devices.`,
  usedUp: (limit: string) => `All ${limit} units of its usage are used up.`,
  expired: (day: string) => `It expired on ${day}.`,
  disabled: 'It is disabled for now.',
  revoked: 'It was revoked.',
  portal: (url: string) => `Your keys and devices are here: ${url}`,
  regards: (seller: string) => `Kind regards,\n${seller}`,
};
