/**
 * Numbers that texts promise and the code keeps. A label names one as `{passwordLeast}`; each rule of the code takes
 * its number from here, so that a text is never wrong about it.
 */
export const PROMISED = {
  /** Characters of a password. */
  passwordLeast: 12,
  passwordMost: 128,
  /** How long a mailed link of a login or of a new password works. */
  linkMinutes: 10,
  /** How long the audit of the studio and the numbers of searches are kept. */
  auditMonths: 13,
  /** How long a shared list lives after its last change. */
  sharedDays: 90,
  /** The most that a form of the studio may weigh, with its pictures, in megabytes. */
  formMegabytes: 5,
  /** The shortest time between two scheduled imports. */
  importMinutes: 15,
  /** The longest message to a friend, in characters. */
  friendCharacters: 300,
} as const;
