import { describe, expect, test } from 'vitest';
import { type FormDefinition, fieldsOf } from '../../src/features/form/form.ts';
import type { FormSettings } from '../../src/features/form/settings.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import en from '../../src/i18n/default-labels/en.json' with { type: 'json' };
import { LABELS, named, problemsOf, right, withFields } from '../support/judged-forms.ts';

describe('every message of the specification', () => {
  /** What the specification requires to be shown, where it can be met, and how. */
  const MESSAGES: [
    label: string,
    form: string,
    field: string,
    raw: Record<string, unknown>,
    code: string,
    settings?: FormSettings['fields'],
  ][] = [
    ['VALIDATION_ADDRESS', 'offer', 'street', { street: '' }, 'missing'],
    ['VALIDATION_ZIP', 'contact-demand', 'zip', { zip: '' }, 'missing'],
    ['VALIDATION_CITY', 'contact-demand', 'city', { city: '' }, 'missing'],
    ['VALIDATION_FIRST_NAME', 'contact-me', 'firstName', { firstName: '' }, 'missing'],
    ['VALIDATION_LAST_NAME', 'contact-me', 'lastName', { lastName: '' }, 'missing'],
    ['VALIDATION_EMAIL', 'contact-me', 'email', { email: '' }, 'missing'],
    ['VALIDATION_EMAIL_INVALID', 'contact-me', 'email', { email: 'x' }, 'wrong'],
    ['VALIDATION_PHONE', 'contact-appointment', 'phone', { phone: '' }, 'missing'],
    [
      'VALIDATION_TITLE',
      'contact-me',
      'titleOfAddress',
      { titleOfAddress: '' },
      'missing',
      { 'contact-me': { titleOfAddress: 'required' } },
    ],
    ['VALIDATION_PROPERTY_TYPE', 'contact-demand', 'propertyType', { propertyType: '' }, 'missing'],
    ['VALIDATION_GOAL', 'demand-register', 'goal', { goal: '' }, 'missing'],
    ['VALIDATION_FRIEND_EMAIL', 'send-to-friend', 'friendEmail', { friendEmail: '' }, 'missing'],
    ['VALIDATION_FRIEND_EMAIL_INVALID', 'send-to-friend', 'friendEmail', { friendEmail: 'x' }, 'wrong'],
    ['VALIDATION_PROPERTY_TYPE_MIN', 'demand-register', 'types', { types: [] }, 'missing'],
    ['VALIDATION_ZONE_MIN', 'demand-register', 'towns', { towns: [] }, 'missing'],
    ['VALIDATION_START_DATE', 'contact-appointment', 'startDate', { startDate: '2027-01' }, 'wrong'],
    ['VALIDATION_START_DATE', 'contact-appointment', 'startDate', { startDate: '' }, 'missing'],
    ['VALIDATION_END_DATE', 'contact-appointment', 'endDate', { endDate: '2027-02-31' }, 'wrong'],
    ['VALIDATION_VALUATION_ADDRESS', 'contact-demand', 'street', { street: '' }, 'missing'],
  ];
  test.each(MESSAGES)('%s is shown in %s at %s', (label, form, field, changes, code, fields = {}) => {
    const settings = withFields(fields);
    expect(problemsOf(form, right(form, changes), settings)[field]).toBe(code);
    const formField = fieldsOf(named(form), settings).find(({ name }) => name === field)!;
    expect(code === 'missing' ? formField.missing : formField.wrong).toBe(label);
  });

  const OTHERS = [
    'VALIDATION_CAPTCHA_EMPTY',
    'VALIDATION_CAPTCHA_INVALID',
    'VALIDATION_REQUIRED',
    'VALIDATION_WRONG',
    'VALIDATION_TOO_LONG',
    'VALIDATION_PRICE_RANGE',
    'VALIDATION_END_BEFORE_START',
    'VALIDATION_SUMMARY',
    'REQUIRED_FIELDS_SAID',
    'PRIVACY_AGREEMENT',
    'PRIVACY_STATEMENT_INLINE',
    'NEWSLETTER_OPT_IN',
    'SENDING',
    'ERROR_MAIL_NOT_SENT',
    'ERROR_API',
    'ERROR_OFFLINE_KEPT',
    'FORM_EXPIRED',
    'FORM_TOO_FAST',
    'FORM_TOO_OFTEN',
  ];
  const keysOf = (form: FormDefinition): string[] => [
    form.title,
    form.thanks,
    form.subject,
    ...(['sent', 'viewing-requested', 'viewing-confirmed'] as const).flatMap((outcome) => [
      ...form.next(outcome),
      ...form.next(outcome, {}),
    ]),
    ...(form.receiptMore ?? []),
    ...form.fields.flatMap(({ emptyRow }) => emptyRow ?? []),
    ...(form.intro ? [form.intro] : []),
    ...(form.button ? [form.button] : []),
    ...(form.steps ?? []).map(({ label }) => label),
    ...form.fields.flatMap(({ label, hint, missing, wrong, options }) =>
      [label, hint, missing, wrong, ...(Array.isArray(options) ? options.map((option) => option.label) : [])].filter(
        (key) => key !== undefined,
      ),
    ),
  ];
  test.each(['nl', 'fr', 'en', 'de'])('and every other text of the forms has a label in %s', (language) => {
    const keys = new Set([...FORMS.flatMap(keysOf), ...MESSAGES.map(([label]) => label), ...OTHERS]);
    expect([...keys].filter((key) => !LABELS[language]![key]?.trim())).toEqual([]);
  });

  test('wrong characters have the message of the specification', () => {
    expect(en.VALIDATION_CAPTCHA_INVALID.replace(/\.$/, '')).toBe('The entered characters are not valid');
  });
});
