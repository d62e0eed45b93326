import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fieldsOf, timeSlotsOf } from '../../src/features/form/form.ts';
import { FORMS, formNamed } from '../../src/features/lead/forms.ts';
import { named, problemsOf, right, SETTINGS, validators, verdict, withFields } from '../support/judged-forms.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

describe('each form', () => {
  test('of the specification exists, and no other name is a form', () => {
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
    expect(FORMS.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(
      FORMS.filter(({ name }) => !VALID_VALUES[name]).map(({ name }) => name),
      'no valid values to try it with',
    ).toEqual([]);
    for (const name of ['', 'CONTACT-ME', '__proto__', 'constructor', 'contact-me/'])
      expect(formNamed(name)).toBeNull();
  });

  test.each<[string, string[]]>([
    ['contact-me', ['titleOfAddress', 'message', 'firstName', 'lastName', 'email']],
    ['contact-appointment', ['titleOfAddress', 'startDate', 'firstName', 'lastName', 'email', 'phone']],
    ['contact-construction', ['titleOfAddress', 'firstName', 'lastName', 'email']],
    [
      'contact-demand',
      ['titleOfAddress', 'street', 'zip', 'city', 'propertyType', 'goal', 'firstName', 'lastName', 'email', 'phone'],
    ],
    ['demand-register', ['titleOfAddress', 'goal', 'types', 'towns', 'frequency', 'firstName', 'lastName', 'email']],
    ['send-to-friend', ['yourName', 'email', 'friendEmail']],
    ['site-contact', ['titleOfAddress', 'message', 'firstName', 'lastName', 'email']],
    ['sign-newsletter', ['email']],
    ['document-request', ['titleOfAddress', 'firstName', 'lastName', 'email']],
    ['testimonial', ['message', 'firstName', 'lastName', 'email']],
    ['follow-properties', ['ids', 'firstName', 'lastName', 'email']],
    ['offer', ['price', 'firstName', 'lastName', 'street', 'zip', 'city', 'email', 'phone']],
  ])('%s: empty it lacks %o, spaces count as empty, and valid values pass', (form, missing) => {
    const expected = Object.fromEntries(missing.map((name) => [name, 'missing']));
    expect(problemsOf(form, {})).toEqual(expected);
    expect(
      problemsOf(
        form,
        Object.fromEntries(
          validators(named(form))
            .map(({ name }) => [name, ' \t '])
            .filter(
              ([name]) =>
                !['types', 'towns', 'regions', 'features', 'timeSlot', 'publish', 'ids', 'area', 'calls'].includes(
                  name!,
                ),
            ),
        ),
      ),
    ).toEqual(expected);
    expect(problemsOf(form, VALID_VALUES[form]!)).toEqual({});
    for (const name of missing)
      expect(problemsOf(form, right(form, { [name]: '' })), name).toEqual({ [name]: 'missing' });
  });

  test.each(FORMS.map((form) => [form.name, form] as const))(
    '%s has every field in exactly one step, with a label and a name of its own',
    (_name, form) => {
      const names = form.fields.map(({ name }) => name);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
      expect((form.steps?.flatMap(({ fields }) => fields) ?? [...names]).sort()).toEqual([...names].sort());
      for (const name of [
        'token',
        'language',
        'page',
        'property',
        'project',
        'website',
        'captcha',
        'proof',
        'newsletter',
      ])
        expect(names, 'taken by the form itself').not.toContain(name);
    },
  );

  test.each(FORMS.flatMap((form) => validators(form).map((rule) => [form.name, rule.name, rule] as const)))(
    '%s: %s has a limit',
    (form, name, rule) => {
      const long = '1'.repeat((rule.max ?? 2000) + 1);
      const value = rule.kind === 'checks' ? Array.from({ length: 300 }, () => rule.values![0]) : long;
      expect(['too-long', 'wrong']).toContain(problemsOf(form, right(form, { [name]: value }))[name]);
    },
  );
});

describe('settings', () => {
  test('hide a field, which is then not shown and whose value is dropped', () => {
    const settings = withFields({ 'contact-me': { phone: 'hidden' } });
    const given = verdict('contact-me', right('contact-me', { phone: 'geen' }), settings);
    expect(given.ok && given.values).not.toHaveProperty('phone');
    expect(given.ok).toBe(true);
  });

  test('require a field, or make it optional', () => {
    expect(
      problemsOf(
        'contact-me',
        right('contact-me', { titleOfAddress: '' }),
        withFields({ 'contact-me': { phone: 'required', titleOfAddress: 'optional' } }),
      ),
    ).toEqual({ phone: 'missing' });
    expect(
      problemsOf(
        'contact-me',
        right('contact-me', { lastName: '' }),
        withFields({ 'contact-me': { lastName: 'optional' } }),
      ),
    ).toEqual({});
  });

  test.each(['hidden', 'optional'] as const)('never make a fixed field %s', (use) => {
    for (const form of FORMS) {
      const criteria = Object.fromEntries(form.fields.map(({ name }) => [name, use]));
      const fields = fieldsOf(form, withFields({ [form.name]: criteria }));
      for (const field of form.fields.filter(({ fixed }) => fixed))
        expect(fields.find(({ name }) => name === field.name)?.required, `${form.name} ${field.name}`).toBe(
          field.required,
        );
      expect(
        fields.map(({ name }) => name),
        form.name,
      ).toContain('email');
    }
  });

  test('of an unknown form or an unknown field change nothing', () => {
    const odd = JSON.parse(
      '{"__proto__":{"email":"hidden"},"nowhere":{"email":"hidden"},' +
        '"contact-me":{"__proto__":"hidden","constructor":"hidden"}}',
    );
    expect(fieldsOf(named('contact-me'), { ...SETTINGS, fields: odd })).toEqual(
      fieldsOf(named('contact-me'), SETTINGS),
    );
  });

  test.each([
    ['nl', ['10:00', '13:00', '16:00']],
    ['fr', ['10:00', '14:00', '16:00']],
    ['__proto__', ['10:00', '14:00', '16:00']],
  ])('give the hours in %s', (language, from) => {
    expect(timeSlotsOf(SETTINGS, language).map((slot) => slot.from)).toEqual(from);
  });

  test('a form of address is required where it is shown, and new agencies have it as the law asks: optional', () => {
    const template = 'src/commands/new-agency/template/settings/forms.json';
    const { fields } = JSON.parse(readFileSync(template, 'utf8')) as { fields: object };
    const shown = FORMS.filter((form) => form.fields.some(({ name }) => name === 'titleOfAddress'));
    for (const form of shown) expect(problemsOf(form.name, right(form.name, { titleOfAddress: '' }))).not.toEqual({});
    expect(fields).toEqual(Object.fromEntries(shown.map(({ name }) => [name, { titleOfAddress: 'optional' }])));
  });
});
