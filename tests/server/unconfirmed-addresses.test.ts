import { beforeAll, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { fieldsOf } from '../../src/features/form/form.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { about, openForms } from '../support/open-forms.ts';
import { agencySite, freshToken } from '../support/submit.ts';

const LURE = 'Uw pakket wacht: https://evil.example/betaal';
let site: Site;
beforeAll(() => {
  site = agencySite();
});

// Whoever fills in a form can enter the address of somebody else. A message to a friend is refused when it has a link.
test.each(FORMS.filter(({ name }) => name !== 'send-to-friend'))(
  'the mails that $name causes to the address in it carry no free text of the sender',
  async (form) => {
    const { post, rows } = await openForms('sqlite', site);
    const free = fieldsOf(form, site.settings.forms).filter(
      ({ kind, pattern, options }) => (kind === 'text' || kind === 'textarea') && !pattern && !options,
    );
    const lured = Object.fromEntries(free.map(({ name, max }) => [name, LURE.slice(0, max)]));
    const result = await post(form.name, { ...about(form.name), ...lured });
    expect(result).toMatchObject({ ok: true });
    const mails = (await rows()).mails.filter(({ recipient }) => recipient === 'margriet@example.be');
    for (const { kind, subject, text, html } of mails)
      expect(`${subject}\n${text}\n${html}`, kind).not.toMatch(/pakket|evil/);
  },
);

test('a name of a person stands in the salutation, a text that is none does not', async () => {
  const { post, rows } = await openForms('sqlite', site);
  for (const [lastName, isSaid] of [
    ["d'Hondt-Özgür", true],
    ['Van den Berghe & Zn.', true],
    ['evil.example', false],
    ['0900 12345', false],
  ] as const) {
    await post('site-contact', { lastName });
    const mail = (await rows()).mails.findLast(({ recipient }) => recipient === 'margriet@example.be')!;
    expect(mail.text.includes(lastName), lastName).toBe(isSaid);
  }
});

test.each(FORMS.filter(({ readBack }) => readBack))(
  'what is wrong in $name is said before anything is read back',
  async (form) => {
    const { postOnce } = await openForms('sqlite', site);
    const names = form.fields.filter(({ required, wrong }) => required || wrong).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      // A value of a field that may stay empty is wrong, a required one is missing.
      const isRequired = form.fields.some((field) => field.name === name && field.required);
      const value = isRequired ? '' : form.fields.some((field) => field.kind === 'date') ? '2020-01-01' : '?';
      const result = await postOnce(form.name, { ...about(form.name), [name]: value });
      expect(result, name).toMatchObject({ ok: false, problem: 'fields' });
      expect(Object.keys('problems' in result ? (result.problems ?? {}) : {}), name).toEqual([name]);
    }
  },
);

test('an offer binds: it is read back once, and again when the amount changes', async () => {
  const { postOnce, rows } = await openForms('sqlite', site);
  const offered = (price: string) => postOnce('offer', { ...about('offer'), price });
  for (const price of ['450', '590000'])
    expect(await offered(price), price).toMatchObject({ ok: false, problems: { price: 'read-back' } });
  expect((await rows()).leads).toHaveLength(0);
  expect(await offered('450')).toMatchObject({ ok: true });
  expect(await offered('590000')).toMatchObject({ ok: true });
});

test.each(FORMS.filter(({ fields }) => fields.some(({ kind }) => kind === 'email')))(
  'each e-mail address of $name that is probably a slip is asked about once, and then taken as it is',
  async (form) => {
    const { postOnce, rows } = await openForms('sqlite', site);
    const names = form.fields.filter(({ kind }) => kind === 'email').map(({ name }) => name);
    const slips = Object.fromEntries(names.map((name) => [name, 'an@gmial.com']));
    const first = await postOnce(form.name, { ...about(form.name), ...slips });
    for (const name of names) expect(first).toMatchObject({ ok: false, problems: { [name]: 'typo' } });
    expect((await rows()).leads).toHaveLength(0);
    expect(await postOnce(form.name, { ...about(form.name), ...slips })).toMatchObject({ ok: true });
  },
);

test('who confirms what was asked is not too fast', async () => {
  const { forms } = site.settings;
  const slow = { ...site, settings: { ...site.settings, forms: { ...forms, minimumSeconds: 60 } } };
  const { postOnce } = await openForms('sqlite', slow);
  const sent = (email: string) => postOnce('site-contact', { ...about('site-contact'), email, token: freshToken(0) });
  expect(await sent('an@gmial.com')).toMatchObject({ ok: false, problems: { email: 'typo' } });
  expect(await sent('an@gmial.com')).toMatchObject({ ok: true });
  expect(await sent('an@example.be')).toMatchObject({ ok: false, problem: 'too-fast' });
});
