const THINGS = ['AnalyticsStorage', 'AdStorage', 'AdUserData', 'AdPersonalization'] as const;
export type ConsentField = `consent${(typeof THINGS)[number]}`;

/** What a visitor allows, under the names it is stored by. What is necessary needs no consent and is not included. */
export type ConsentChoice = Readonly<Record<ConsentField, boolean>>;

/** Half a year: after that the visitor must choose again. */
const KEPT_MS = 15_778_800_000;

/** The four things a visitor can allow. */
export const CONSENT_FIELDS: readonly ConsentField[] = THINGS.map((thing) => `consent${thing}` as const);

/** The choice that allows the fields for which `allows` returns true. */
export const choiceOf = (allows: (field: ConsentField) => boolean) =>
  Object.fromEntries(CONSENT_FIELDS.map((field) => [field, allows(field)])) as ConsentChoice;

/**
 * The stored choice. Null when there is none, when it was made for another version of the text or more than half a year
 * ago, and when any part of it cannot be parsed.
 */
export function readConsent(storage: Pick<Storage, 'getItem'>, version: string, nowMs: number): ConsentChoice | null {
  const stored = (name: string) => String(storage.getItem(name));
  const ageMs = nowMs - Date.parse(stored('consentAt'));
  return stored('consent') === 'true' &&
    stored('consentVersion') === version &&
    ageMs >= 0 &&
    ageMs < KEPT_MS &&
    CONSENT_FIELDS.every((field) => /^(true|false)$/.test(stored(field)))
    ? choiceOf((field) => stored(field) === 'true')
    : null;
}

/** Stores a choice with its time and the version of the text it was made for. */
export function writeConsent(
  storage: Pick<Storage, 'setItem'>,
  choice: ConsentChoice,
  version: string,
  nowMs: number,
): void {
  const all = { consent: true, ...choice, consentAt: new Date(nowMs).toISOString(), consentVersion: version };
  for (const [name, value] of Object.entries(all)) storage.setItem(name, String(value));
}

/** Deletes the stored choice. */
export function clearConsent(storage: Pick<Storage, 'removeItem'>): void {
  for (const name of ['', 'At', 'Version', ...THINGS]) storage.removeItem(`consent${name}`);
}

/**
 * The consent signals for tags; without a choice everything is denied.
 * @example signalsOf(null) // { analytics_storage: 'denied', ad_storage: 'denied', … }
 */
export const signalsOf = (choice: ConsentChoice | null) =>
  Object.fromEntries(
    CONSENT_FIELDS.map((field) => [
      field
        .slice(7)
        .replace(/\B[A-Z]/g, '_$&')
        .toLowerCase(),
      choice?.[field] ? 'granted' : 'denied',
    ]),
  );
