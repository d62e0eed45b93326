import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldValidator } from '../../src/features/form/form.ts';
import { validateForm } from '../../src/features/form/validate-form.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { problemsOf, right, validators, verdict } from '../support/judged-forms.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

describe('invalid values', () => {
  test('fields that the form does not have are dropped', () => {
    const given = verdict('sign-newsletter', { email: 'jan@example.be', admin: 'true', token: 'x' });
    expect(given).toEqual({ ok: true, values: { email: 'jan@example.be', firstName: '' } });
  });

  test.each([
    ['__proto__', '{"__proto__":{"email":"jan@example.be"}}'],
    ['constructor', '{"constructor":{"prototype":{"email":"jan@example.be"}}}'],
  ])('%s gives no value and changes no object', (_name, json) => {
    expect(problemsOf('sign-newsletter', JSON.parse(json))).toEqual({ email: 'missing' });
    expect(({} as Record<string, unknown>).email).toBeUndefined();
  });

  test('an inherited property is no value', () => {
    expect(problemsOf('sign-newsletter', Object.create({ email: 'jan@example.be' }))).toEqual({ email: 'missing' });
  });

  test('control characters become spaces, the rest is kept as written', () => {
    const given = verdict('site-contact', right('site-contact', { message: ' a\u0000b\u001bc\r\nd <b>&amp; ' }));
    expect(given.ok && given.values.message).toBe('a b c\nd <b>&amp;');
  });

  test('any input gives text, lists and ticks, or error codes that the form knows', () => {
    const codes = ['missing', 'wrong', 'too-long', 'price-range', 'end-before-start'];
    const anything = fc.anything({ maxDepth: 2 });
    fc.assert(
      fc.property(fc.constantFrom(...FORMS), fc.infiniteStream(anything), fc.boolean(), (form, values, half) => {
        const fieldValidators = validators(form);
        const raw = Object.fromEntries(
          fieldValidators.map(({ name }, n) => [
            name,
            half && n % 2 ? VALID_VALUES[form.name]![name] : values.next().value,
          ]),
        );
        const given = validateForm(raw, fieldValidators, form.checks);
        const strange = given.ok
          ? Object.values(given.values).filter(
              (value) =>
                typeof value !== 'string' &&
                typeof value !== 'boolean' &&
                !(Array.isArray(value) && value.every((one) => typeof one === 'string')),
            )
          : Object.entries(given.problems).filter(
              ([name, code]) => !fieldValidators.some((validator) => validator.name === name) || !codes.includes(code),
            );
        expect(strange).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('validated values stay valid and unchanged when validated again', () => {
    for (const form of FORMS) {
      const first = verdict(form.name, VALID_VALUES[form.name]!);
      expect(first.ok && verdict(form.name, first.values)).toEqual(first);
    }
  });

  test.each([
    ['email', `${'a'.repeat(190)}@`],
    ['email', `${'a@'.repeat(90)}`],
    ['phone', '('.repeat(30)],
    ['message', 'a-'.repeat(1000)],
  ])('a %s made to keep the validator busy is validated at once', (field, value) => {
    const started = performance.now();
    problemsOf('testimonial', right('testimonial', { [field]: value }));
    problemsOf('contact-me', right('contact-me', { [field]: value }));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

test('a ticked field counts however a browser or a script sends it', () => {
  const rule: FieldValidator = { name: 'agree', kind: 'check', required: true };
  for (const yes of [true, 'on', '1', 'true'])
    expect(validateForm({ agree: yes }, [rule])).toEqual({ ok: true, values: { agree: true } });
  for (const no of [false, '', 'off', '0', undefined, null, {}, ['on']])
    expect(validateForm({ agree: no }, [rule])).toEqual({ ok: false, problems: { agree: 'missing' } });
});
