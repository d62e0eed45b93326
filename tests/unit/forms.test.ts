import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import de from '../../content/labels/de.json' with { type: 'json' };
import en from '../../content/labels/en.json' with { type: 'json' };
import fr from '../../content/labels/fr.json' with { type: 'json' };
import nl from '../../content/labels/nl.json' with { type: 'json' };
import settingsFile from '../../content/settings/forms.json' with { type: 'json' };
import { fieldsOf, rulesOf, timeSlotsOf } from '../../src/domain/forms/fields-of.ts';
import type { FieldRule, FormDefinition, Problems } from '../../src/domain/forms/form.ts';
import { formFor } from '../../src/domain/forms/form-for.ts';
import { type FormSettings, formSettings } from '../../src/domain/forms/form-settings.ts';
import { FORMS, formNamed } from '../../src/domain/forms/forms.ts';
import { judge } from '../../src/domain/forms/schema-of.ts';
import { RIGHT_ANSWERS } from '../support/sample-answers.ts';

const LABELS: Record<string, Record<string, string>> = { nl, fr, en, de };
const SETTINGS = formSettings.parse(settingsFile);
const SOURCES = {
  'property-types': ['house', 'apartment', 'land'],
  towns: ['1850|grimbergen', '1860|meise'],
  'time-slots': ['10:00-13:00'],
};
const named = (name: string) => formNamed(name)!;
const rules = (form: FormDefinition, settings: FormSettings = SETTINGS) =>
  rulesOf(fieldsOf(formFor(form, null, false), settings), SOURCES);
const verdict = (form: string, raw: Record<string, unknown>, settings?: FormSettings) =>
  judge(raw, rules(named(form), settings), named(form).checks);
const problemsOf = (form: string, raw: Record<string, unknown>, settings?: FormSettings): Problems => {
  const given = verdict(form, raw, settings);
  return given.ok ? {} : given.problems;
};
const right = (form: string, changes: Record<string, unknown> = {}) => ({ ...RIGHT_ANSWERS[form], ...changes });
const withFields = (fields: FormSettings['fields']) => formSettings.parse({ ...settingsFile, fields });

describe('each form', () => {
  test('of the specification is there, and no name leads elsewhere', () => {
    const names = [
      'contact-me',
      'contact-appointment',
      'contact-construction',
      'contact-demand',
      'demand-register',
      'send-to-friend',
      'site-contact',
      'sign-newsletter',
      'document-request',
      'testimonial',
      'offer',
    ];
    expect(FORMS.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const name of ['', 'CONTACT-ME', '__proto__', 'constructor', 'contact-me/']) expect(formNamed(name)).toBeNull();
  });

  test.each<[string, string[]]>([
    ['contact-me', ['message', 'firstName', 'lastName', 'email']],
    ['contact-appointment', ['startDate', 'firstName', 'lastName', 'email', 'phone']],
    ['contact-construction', ['firstName', 'lastName', 'email']],
    ['contact-demand', ['street', 'zip', 'city', 'propertyType', 'goal', 'firstName', 'lastName', 'email', 'phone']],
    ['demand-register', ['goal', 'types', 'towns', 'frequency', 'firstName', 'lastName', 'email']],
    ['send-to-friend', ['yourName', 'email', 'friendEmail']],
    ['site-contact', ['message', 'firstName', 'lastName', 'email']],
    ['sign-newsletter', ['email']],
    ['document-request', ['firstName', 'lastName', 'email']],
    ['testimonial', ['message', 'firstName', 'lastName', 'email']],
    ['offer', ['price', 'firstName', 'lastName', 'street', 'zip', 'city', 'email', 'phone']],
  ])('%s: empty it misses %o, spaces are empty too, and right answers pass', (form, missing) => {
    const expected = Object.fromEntries(missing.map((name) => [name, 'missing']));
    expect(problemsOf(form, {})).toEqual(expected);
    expect(
      problemsOf(
        form,
        Object.fromEntries(
          rules(named(form))
            .map(({ name }) => [name, ' \t '])
            .filter(([name]) => !['types', 'towns', 'timeSlot'].includes(name!)),
        ),
      ),
    ).toEqual(expected);
    expect(problemsOf(form, RIGHT_ANSWERS[form]!)).toEqual({});
    for (const name of missing) expect(problemsOf(form, right(form, { [name]: '' })), name).toEqual({ [name]: 'missing' });
  });

  test.each(FORMS.map((form) => [form.name, form] as const))(
    '%s asks every field in exactly one step, with a label and a name of its own',
    (_name, form) => {
      const names = form.fields.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      if (form.steps) expect(form.steps.flatMap(({ fields }) => fields).sort()).toEqual([...names].sort());
      for (const name of ['token', 'language', 'page', 'property', 'project', 'website', 'captcha', 'proof', 'newsletter'])
        expect(names, 'taken by the form itself').not.toContain(name);
    },
  );

  test.each(FORMS.flatMap((form) => rules(form).map((rule) => [form.name, rule.name, rule] as const)))(
    '%s: %s has a limit',
    (form, name, rule) => {
      const long = '1'.repeat((rule.max ?? 2000) + 1);
      const value = rule.kind === 'checks' ? Array.from({ length: 300 }, () => rule.values![0]) : long;
      expect(['too-long', 'wrong']).toContain(problemsOf(form, right(form, { [name]: value }))[name]);
    },
  );
});

describe('a field is right or wrong', () => {
  test.each<[string, string, unknown, string | undefined]>([
    ['contact-me', 'email', 'jan@example.be', undefined],
    ['contact-me', 'email', ' jan@example.be ', undefined],
    ['contact-me', 'email', 'jan.van+huis@mail.example.co.uk', undefined],
    ['contact-me', 'email', 'jan@huis.vlaanderen', undefined],
    ['contact-me', 'email', 'jan@müller.de', undefined],
    ['contact-me', 'email', 'jan', 'wrong'],
    ['contact-me', 'email', 'jan@', 'wrong'],
    ['contact-me', 'email', '@example.be', 'wrong'],
    ['contact-me', 'email', 'jan@example', 'wrong'],
    ['contact-me', 'email', 'jan@-example.be', 'wrong'],
    ['contact-me', 'email', 'jan@example..be', 'wrong'],
    ['contact-me', 'email', 'jan@example.be, piet@example.be', 'wrong'],
    ['contact-me', 'email', 'jan@example.be;piet@example.be', 'wrong'],
    ['contact-me', 'email', 'Jan <jan@example.be>', 'wrong'],
    ['contact-me', 'email', 'jan@example.be\r\nBcc: all@example.be', 'wrong'],
    ['contact-me', 'email', 'jan@example.be\nBcc: all@example.be', 'wrong'],
    ['contact-me', 'email', 'jan\0@example.be', 'wrong'],
    ['contact-me', 'email', `${'a'.repeat(65)}@example.be`, 'wrong'],
    ['contact-me', 'email', `jan@${'a.'.repeat(120)}be`, 'too-long'],
    ['contact-me', 'email', ['a@example.be', 'b@example.be'], 'wrong'],
    ['contact-me', 'email', { toString: 'x' }, 'wrong'],
    ['contact-me', 'email', true, 'wrong'],
    ['contact-me', 'phone', '0470 12 34 56', undefined],
    ['contact-me', 'phone', '+32 (0)2/270.12.34', undefined],
    ['contact-me', 'phone', '', undefined],
    ['contact-me', 'phone', '1234567', 'wrong'],
    ['contact-me', 'phone', '12 34 56 7', 'wrong'],
    ['contact-me', 'phone', '(((((((((', 'wrong'],
    ['contact-me', 'phone', 'bel mij maar', 'wrong'],
    ['contact-me', 'phone', '0470123456 ext 5', 'wrong'],
    ['contact-me', 'phone', 470123456, undefined],
    ['contact-demand', 'zip', '1850', undefined],
    ['contact-demand', 'zip', 'B-1850', undefined],
    ['contact-demand', 'zip', 'L-4750', undefined],
    ['contact-demand', 'zip', '185', 'wrong'],
    ['contact-demand', 'zip', 'Grimbergen', 'wrong'],
    ['contact-demand', 'zip', '1850\n1860', 'wrong'],
    ['contact-demand', 'surface', '120', undefined],
    ['contact-demand', 'surface', '-1', 'wrong'],
    ['contact-demand', 'surface', '12,5', 'wrong'],
    ['contact-demand', 'surface', '1e5', 'wrong'],
    ['contact-demand', 'surface', '1234567', 'too-long'],
    ['contact-demand', 'propertyType', 'castle', 'wrong'],
    ['contact-demand', 'propertyType', '__proto__', 'wrong'],
    ['contact-demand', 'goal', 'unknown', undefined],
    ['contact-demand', 'goal', 'toString', 'wrong'],
    ['contact-demand', 'goal', ['sale', 'rent'], 'wrong'],
    ['contact-me', 'titleOfAddress', 'mrs', undefined],
    ['contact-me', 'titleOfAddress', 'doctor', 'wrong'],
    ['contact-me', 'timeSlot', ['10:00-13:00'], undefined],
    ['contact-me', 'timeSlot', '10:00-13:00', undefined],
    ['contact-me', 'timeSlot', ['03:00-04:00'], 'wrong'],
    ['contact-me', 'timeSlot', [['10:00-13:00']], 'wrong'],
    ['contact-me', 'firstName', 'Zoë-Ann d’Hondt', undefined],
    ['contact-me', 'firstName', 'a'.repeat(80), undefined],
    ['contact-me', 'firstName', 'a'.repeat(81), 'too-long'],
    ['contact-me', 'firstName', 'Jan\nBcc: x', 'wrong'],
    ['contact-me', 'message', 'een\r\ntwee', undefined],
    ['contact-me', 'message', 'a'.repeat(2000), undefined],
    ['contact-me', 'message', 'a'.repeat(2001), 'too-long'],
    ['contact-appointment', 'startDate', '2028-02-29', undefined],
    ['contact-appointment', 'startDate', '2027-02-29', 'wrong'],
    ['contact-appointment', 'startDate', '2027-02-31', 'wrong'],
    ['contact-appointment', 'startDate', '2027-13-01', 'wrong'],
    ['contact-appointment', 'startDate', '11/01/2027', 'wrong'],
    ['contact-appointment', 'startDate', '2027-01', 'wrong'],
    ['contact-appointment', 'startDate', '2027-01-11T10:00', 'wrong'],
    ['demand-register', 'types', ['house', 'land'], undefined],
    ['demand-register', 'types', 'house', undefined],
    ['demand-register', 'types', ['house', 'castle'], 'wrong'],
    ['demand-register', 'types', ['constructor'], 'wrong'],
    ['demand-register', 'towns', ['9999|atlantis'], 'wrong'],
    ['demand-register', 'frequency', 'hourly', 'wrong'],
    ['offer', 'price', '480000', undefined],
    ['offer', 'price', '0.5', 'wrong'],
    ['offer', 'price', '1234567890', 'too-long'],
  ])('%s, %s: %o', (form, field, value, problem) => {
    expect(problemsOf(form, { ...right(form), ...(field === 'startDate' && { endDate: '' }), [field]: value })[field]).toBe(
      problem,
    );
  });
});

describe('no links', () => {
  const LINKS = [
    'https://evil.example',
    'http://1.2.3.4',
    'HTTPS://EVIL.EXAMPLE',
    'www.evil.example',
    'ftp://evil.example',
    'bit.ly/x',
    'ga naar evil.com/aanbod',
    'hxxp://x',
  ];
  test.each([
    ...LINKS.flatMap((link) => [
      ['send-to-friend', 'message', link],
      ['testimonial', 'message', `Prima. ${link}`],
    ]),
    ['send-to-friend', 'yourName', 'www.evil.example'],
    ['testimonial', 'place', 'https://evil.example'],
  ])('%s, %s: "%s" is refused', (form, field, text) => {
    expect(problemsOf(form!, right(form!, { [field!]: text }))[field!]).toBe('wrong');
  });

  test.each([
    'Kijk eens!',
    'Mooi huis.Vind je niet?',
    '3/4 van de prijs, 24/7 bereikbaar',
    'Prijs: 400.000 euro',
    'jan en/of piet',
    '',
  ])('"%s" is a message', (message) => {
    expect(problemsOf('send-to-friend', right('send-to-friend', { message }))).toEqual({});
  });

  test('a message to a friend has three hundred characters', () => {
    expect(problemsOf('send-to-friend', right('send-to-friend', { message: 'a'.repeat(300) }))).toEqual({});
    expect(problemsOf('send-to-friend', right('send-to-friend', { message: 'a'.repeat(301) }))).toEqual({ message: 'too-long' });
  });
});

describe('fields that hang together', () => {
  test.each<[string, string, Record<string, unknown>, Problems]>([
    [
      'an end before the start',
      'contact-appointment',
      { startDate: '2027-01-12', endDate: '2027-01-11' },
      { endDate: 'end-before-start' },
    ],
    ['both on one day', 'contact-appointment', { startDate: '2027-01-12', endDate: '2027-01-12' }, {}],
    ['no end', 'contact-appointment', { endDate: '' }, {}],
    ['an end that is no date says only that', 'contact-appointment', { endDate: 'morgen' }, { endDate: 'wrong' }],
    ['a range upside down', 'demand-register', { minPrice: '300000', maxPrice: '200000' }, { maxPrice: 'price-range' }],
    ['a range of one price', 'demand-register', { minPrice: '300000', maxPrice: '300000' }, {}],
    ['compared as numbers, not as text', 'demand-register', { minPrice: '90000', maxPrice: '100000' }, {}],
    ['one end alone', 'demand-register', { minPrice: '300000' }, {}],
    ['prices that are none', 'demand-register', { minPrice: 'veel', maxPrice: '-' }, { minPrice: 'wrong', maxPrice: 'wrong' }],
    ['no zone', 'demand-register', { towns: [] }, { towns: 'missing' }],
    ['a zone by postcode', 'demand-register', { towns: [], zips: '1850, 1860' }, {}],
    ['a zone of spaces', 'demand-register', { towns: [], zips: '   ' }, { towns: 'missing' }],
    ['no type', 'demand-register', { types: [] }, { types: 'missing' }],
    [
      'available until before from',
      'demand-register',
      { startDate: '2027-02-01', endDate: '2027-01-01' },
      { endDate: 'end-before-start' },
    ],
  ])('%s', (_name, form, changes, problems) => {
    expect(problemsOf(form, right(form, changes))).toEqual(problems);
  });

  test('are judged also when another field is wrong, so that nobody is sent back twice', () => {
    expect(
      problemsOf('demand-register', right('demand-register', { email: 'x', minPrice: '3', maxPrice: '2', towns: [] })),
    ).toEqual({
      email: 'wrong',
      maxPrice: 'price-range',
      towns: 'missing',
    });
    expect(problemsOf('demand-register', right('demand-register', { email: 'x', towns: [], zips: '  ' }))).toEqual({
      email: 'wrong',
      towns: 'missing',
    });
  });
});

describe('settings', () => {
  test('hide a field: it is not asked, and an answer to it is dropped', () => {
    const settings = withFields({ 'contact-me': { phone: 'hidden' } });
    const given = verdict('contact-me', right('contact-me', { phone: 'geen' }), settings);
    expect(given.ok && given.answers).not.toHaveProperty('phone');
    expect(given.ok).toBe(true);
  });

  test('require a field, or leave it to the visitor', () => {
    expect(
      problemsOf(
        'contact-me',
        right('contact-me'),
        withFields({ 'contact-me': { phone: 'required', titleOfAddress: 'required' } }),
      ),
    ).toEqual({ phone: 'missing', titleOfAddress: 'missing' });
    expect(
      problemsOf('contact-me', right('contact-me', { lastName: '' }), withFields({ 'contact-me': { lastName: 'optional' } })),
    ).toEqual({});
  });

  test.each(['hidden', 'optional'] as const)('never make a fixed field %s', (use) => {
    for (const form of FORMS) {
      const wish = Object.fromEntries(form.fields.map(({ name }) => [name, use]));
      const asked = fieldsOf(form, withFields({ [form.name]: wish }));
      for (const field of form.fields.filter(({ fixed }) => fixed))
        expect(asked.find(({ name }) => name === field.name)?.required, `${form.name} ${field.name}`).toBe(field.required);
      expect(
        asked.map(({ name }) => name),
        form.name,
      ).toContain('email');
    }
  });

  test('of a form that does not exist, or of a field that does not, change nothing', () => {
    const odd = JSON.parse(
      '{"__proto__":{"email":"hidden"},"nowhere":{"email":"hidden"},"contact-me":{"__proto__":"hidden","constructor":"hidden"}}',
    );
    expect(fieldsOf(named('contact-me'), { ...SETTINGS, fields: odd })).toEqual(fieldsOf(named('contact-me'), SETTINGS));
  });

  test.each([
    ['nl', ['10:00', '13:00', '16:00']],
    ['fr', ['10:00', '14:00', '16:00']],
    ['__proto__', ['10:00', '14:00', '16:00']],
  ])('give the hours in %s', (language, from) => {
    expect(timeSlotsOf(SETTINGS, language).map((slot) => slot.from)).toEqual(from);
  });

  test('a title of address is offered everywhere and needed nowhere, as the law wants', () => {
    for (const form of FORMS)
      expect(form.fields.find(({ name }) => name === 'titleOfAddress')?.required ?? false, form.name).toBe(false);
  });
});

describe('answers that are no answers', () => {
  test('what the form does not ask is dropped', () => {
    const given = verdict('sign-newsletter', { email: 'jan@example.be', admin: 'true', token: 'x' });
    expect(given).toEqual({ ok: true, answers: { email: 'jan@example.be', firstName: '' } });
  });

  test.each([
    ['__proto__', '{"__proto__":{"email":"jan@example.be"}}'],
    ['constructor', '{"constructor":{"prototype":{"email":"jan@example.be"}}}'],
  ])('%s gives no answer and changes no object', (_name, json) => {
    expect(problemsOf('sign-newsletter', JSON.parse(json))).toEqual({ email: 'missing' });
    expect(({} as Record<string, unknown>).email).toBeUndefined();
  });

  test('what only a prototype has is no answer', () => {
    expect(problemsOf('sign-newsletter', Object.create({ email: 'jan@example.be' }))).toEqual({ email: 'missing' });
  });

  test('control characters become spaces, the rest is kept as it was written', () => {
    const given = verdict('site-contact', right('site-contact', { message: ' a\u0000b\u001bc\r\nd <b>&amp; ' }));
    expect(given.ok && given.answers.message).toBe('a b c\nd <b>&amp;');
  });

  test('of whatever is sent, a form says yes with text, lists and ticks, or no with codes it knows', () => {
    const codes = ['missing', 'wrong', 'too-long', 'price-range', 'end-before-start'];
    const anything = fc.anything({ maxDepth: 2 });
    fc.assert(
      fc.property(fc.constantFrom(...FORMS), fc.infiniteStream(anything), fc.boolean(), (form, values, half) => {
        const asked = rules(form);
        const raw = Object.fromEntries(
          asked.map(({ name }, n) => [name, half && n % 2 ? RIGHT_ANSWERS[form.name]![name] : values.next().value]),
        );
        const given = judge(raw, asked, form.checks);
        if (given.ok) {
          for (const value of Object.values(given.answers))
            expect(
              typeof value === 'string' ||
                typeof value === 'boolean' ||
                (Array.isArray(value) && value.every((one) => typeof one === 'string')),
            ).toBe(true);
        } else
          for (const [name, code] of Object.entries(given.problems))
            expect([asked.some((rule) => rule.name === name), codes.includes(code)]).toEqual([true, true]);
      }),
      { numRuns: 2000 },
    );
  });

  test('what was judged right is judged right again, unchanged', () => {
    for (const form of FORMS) {
      const first = verdict(form.name, RIGHT_ANSWERS[form.name]!);
      expect(first.ok && verdict(form.name, first.answers)).toEqual(first);
    }
  });

  test.each([
    ['email', `${'a'.repeat(190)}@`],
    ['email', `${'a@'.repeat(90)}`],
    ['phone', '('.repeat(30)],
    ['message', 'a-'.repeat(1000)],
  ])('a %s made to keep the judge busy is judged at once', (field, value) => {
    const started = performance.now();
    problemsOf('testimonial', right('testimonial', { [field]: value }));
    problemsOf('contact-me', right('contact-me', { [field]: value }));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('every message of the specification', () => {
  /** What the specification wants said, where it can be met, and how. */
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
  test.each(MESSAGES)('%s is said in %s at %s', (label, form, field, changes, code, fields = {}) => {
    const settings = withFields(fields);
    expect(problemsOf(form, right(form, changes), settings)[field]).toBe(code);
    const asked = fieldsOf(named(form), settings).find(({ name }) => name === field)!;
    expect(code === 'missing' ? asked.missing : asked.wrong).toBe(label);
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
    'OPTIONAL',
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
    ...(form.intro ? [form.intro] : []),
    ...(form.button ? [form.button] : []),
    ...(form.steps ?? []).map(({ label }) => label),
    ...form.fields.flatMap(({ label, hint, missing, wrong, options }) =>
      [label, hint, missing, wrong, ...(Array.isArray(options) ? options.map((option) => option.label) : [])].filter(
        (key) => key !== undefined,
      ),
    ),
  ];
  test.each(['nl', 'fr', 'en', 'de'])('and every other word of the forms has a label in %s', (language) => {
    const keys = new Set([...FORMS.flatMap(keysOf), ...MESSAGES.map(([label]) => label), ...OTHERS]);
    expect([...keys].filter((key) => !LABELS[language]![key]?.trim())).toEqual([]);
  });

  test('wrong characters are said in the words of the specification', () => {
    expect(en.VALIDATION_CAPTCHA_INVALID.replace(/\.$/, '')).toBe('The entered characters are not valid');
  });
});

test('a field that is ticked counts however a browser or a script says so', () => {
  const rule: FieldRule = { name: 'agree', kind: 'check', required: true };
  for (const yes of [true, 'on', '1', 'true'])
    expect(judge({ agree: yes }, [rule])).toEqual({ ok: true, answers: { agree: true } });
  for (const no of [false, '', 'off', '0', undefined, null, {}, ['on']])
    expect(judge({ agree: no }, [rule])).toEqual({ ok: false, problems: { agree: 'missing' } });
});
