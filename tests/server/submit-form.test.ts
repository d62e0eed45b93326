import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { captchaText, issueFormToken } from '../../src/features/lead/robot-check.server.ts';
import { about, openForms } from '../support/open-forms.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, freshToken, PROPERTY_ID, proofFor, SECRET } from '../support/submit.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

const DAY_MS = 86_400_000;

/** Whether a lead of a form waits for nobody; a testimonial that may be published waits for that. */
const isDone = (form: (typeof FORMS)[number] | undefined) => form?.needsNoResponse === true && !form.isApprovable;

describe.each(ENGINES)('a form that is posted, on %s', (engine: Engine) => {
  const open = (captcha: 'on' | 'off' = 'off') => openForms(engine, site, captcha);
  /** The form token that contains the name of a page. */
  const nameOf = (token: string) => token.split('.')[0]!;

  // About a property: the office and the agent who manages it.
  test.each<[string, string[]]>([
    ['contact-me', ['contact-me-agency', 'contact-me-agency', 'contact-me-receipt']],
    ['contact-appointment', ['contact-appointment-agency', 'contact-appointment-receipt']],
    ['contact-construction', ['contact-construction-agency', 'contact-construction-receipt']],
    ['contact-demand', ['contact-demand-agency', 'contact-demand-receipt']],
    ['demand-register', ['demand-register-agency', 'search-confirm']],
    ['follow-properties', ['follow-properties-agency', 'search-confirm']],
    ['send-to-friend', ['send-to-friend']],
    ['site-contact', ['site-contact-agency', 'site-contact-receipt']],
    ['sign-newsletter', ['newsletter-confirm']],
    ['document-request', ['document-request-agency', 'document-request-agency', 'documents']],
    ['testimonial', ['testimonial-agency']],
    ['offer', ['offer-agency', 'offer-agency', 'offer-receipt']],
  ])('%s: is stored once with %o before the visitor is thanked', async (form, kinds) => {
    const { post, rows, woken } = await open();
    const result = await post(form, { ...about(form), page: '/nl/ergens/', utm_source: 'krant', admin: 'true' });
    expect(result).toMatchObject({ ok: true, reference: expect.stringMatching(/^\d{4}-[2-9B-Z]{5}$/), language: 'nl' });
    const { leads, mails } = await rows();
    expect(leads).toHaveLength(1);
    const [lead] = leads;
    expect(lead).toMatchObject({
      form,
      reference: result.ok && result.reference,
      status: isDone(FORMS.find(({ name }) => name === form)) ? 'handled' : 'new',
      language: 'nl',
      page: '/nl/ergens/',
      email: 'margriet@example.be',
      consent_version: '2026-11',
    });
    expect(JSON.parse(lead!.campaign)).toEqual({ utm_source: 'krant' });
    expect(JSON.parse(lead!.form_values)).toMatchObject(VALID_VALUES[form]!);
    expect(lead!.form_values).not.toMatch(/admin|token|website/);
    expect(mails.map(({ kind }) => kind).sort()).toEqual(kinds);
    for (const mail of mails) expect(mail).toMatchObject({ lead_id: lead!.id, state: 'pending', last_error: null });
    expect(woken).toHaveLength(1);
  });

  test('an unknown property or project is left out, and the question is kept', async () => {
    const { post, rows } = await open();
    for (const property of ['999999999', '-1', "1' or 1=1", ['35187'], { id: 1 }])
      expect(await post('contact-me', { property })).toMatchObject({ ok: true });
    expect(await post('contact-construction', { project: '999' })).toMatchObject({ ok: true });
    const { leads } = await rows();
    expect(leads.map(({ property_id, project_id }) => [property_id, project_id])).toEqual(Array(6).fill([null, null]));
  });

  test('errors are reported by field, and nothing is stored', async () => {
    const { post, rows } = await open();
    expect(await post('contact-me', { email: 'x', message: '' })).toEqual({
      ok: false,
      problem: 'fields',
      problems: { email: 'wrong', message: 'missing' },
    });
    expect(await post('nowhere')).toMatchObject({ problem: 'unknown-form' });
    expect(await post('__proto__')).toMatchObject({ problem: 'unknown-form' });
    expect(await rows()).toEqual({ leads: [], mails: [] });
  });

  describe('sent twice', () => {
    test('with the same values is one lead with one reference, whatever their order and spacing', async () => {
      const { post, rows, woken } = await open();
      const token = freshToken();
      const first = await post('contact-me', { token, message: 'Vraag' });
      expect(await post('contact-me', { message: ' Vraag ', token })).toEqual(first);
      const { leads, mails } = await rows();
      expect([leads.length, mails.length, woken.length]).toEqual([1, 2, 1]);
    });

    test('with other values, another property or another page load is another lead', async () => {
      const { post, rows } = await open();
      const token = freshToken();
      const results = [
        await post('contact-me', { token, message: 'Een' }),
        await post('contact-me', { token, message: 'Twee' }),
        await post('contact-me', { token, message: 'Twee', property: PROPERTY_ID }),
        await post('contact-me', { message: 'Een' }),
      ];
      expect(new Set(results.map((result) => result.ok && result.reference)).size).toBe(4);
      expect((await rows()).leads).toHaveLength(4);
    });

    test('twenty times at once is one lead, named in every response', async () => {
      const { post, rows } = await open();
      const token = freshToken();
      const results = await Promise.all(Array.from({ length: 20 }, () => post('contact-me', { token })));
      expect(new Set(results.map((result) => (result.ok ? result.reference : result.problem))).size).toBe(1);
      const { leads, mails } = await rows();
      expect([leads.length, mails.length]).toEqual([1, 2]);
    });

    test('at once with one proof of work, as by a double click, is one lead without an error', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const proof = await proofFor(token);
      const results = await Promise.all([
        post('contact-me', { token, proof }),
        post('contact-me', { token, proof }),
        post('contact-me', { token, proof }),
      ]);
      expect(results.map((result) => (result.ok ? 'ok' : result.problem))).toEqual(['ok', 'ok', 'ok']);
      expect((await rows()).leads).toHaveLength(1);
    });

    test('at once with the same typed characters is one lead too', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const captcha = captchaText(SECRET, nameOf(token));
      const results = await Promise.all([
        post('contact-me', { token, captcha }),
        post('contact-me', { token, captcha }),
      ]);
      expect(results.map((result) => (result.ok ? 'ok' : result.problem))).toEqual(['ok', 'ok']);
      expect((await rows()).leads).toHaveLength(1);
    });
  });

  describe('with a token that', () => {
    test.each<[string, () => unknown]>([
      ['is missing', () => undefined],
      ['is empty', () => ''],
      ['is a list', () => [freshToken()]],
      ['is older than a day', () => freshToken(DAY_MS + 1000)],
      ['another site signed', () => issueFormToken('another secret, of another installation', Date.now() - 60_000)],
      ['was made older by hand', () => freshToken(0).replace(/\.[^.]+\./, `.${(Date.now() - 60_000).toString(36)}.`)],
      ['has another name', () => freshToken().replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))],
      ['has another signature', () => freshToken().replace(/.$/, (sign) => (sign === 'A' ? 'Q' : 'A'))],
      ['has no signature', () => freshToken().replace(/\.[^.]+$/, '.')],
      ['is the signature of something else', () => `reference.${freshToken().split('.').slice(1).join('.')}`],
      ['is a flood', () => 'x'.repeat(100_000)],
    ])('%s: nothing is stored, and the visitor is asked to send again', async (_name, token) => {
      const { post, rows } = await open();
      expect(await post('contact-me', { token: token() })).toEqual({ ok: false, problem: 'expired', problems: {} });
      expect(await rows()).toEqual({ leads: [], mails: [] });
    });

    test('is nearly a day old is accepted', async () => {
      const { post } = await open();
      expect(await post('contact-me', { token: freshToken(DAY_MS - 60_000) })).toMatchObject({ ok: true });
    });
  });
});

test('every form has valid values in these tests', () => {
  expect(Object.keys(VALID_VALUES).sort()).toEqual(FORMS.map(({ name }) => name).sort());
});
