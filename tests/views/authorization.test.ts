import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { issueFormToken } from '../../src/features/lead/robot-check.server.ts';
import { feedbackToken } from '../../src/features/owner/feedback.server.ts';
import { type MailLink, mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { previewKey, signatureOf } from '../../src/platform/signing/signature.server.ts';
import { LIVE_SECRET, type LiveSite, startLiveSite } from '../support/live-site.ts';
import { FORM_TYPE, json, right, type Send, sender } from '../support/post.ts';

const PROPERTY_ID = '35187';
const DRAFT = '/nl/draft-plan-nl/';
const DAY_MS = 86_400_000;
const YEARS_AGO_MS = 3 * 365 * DAY_MS;

let site: LiveSite;
let send: Send;
/** The records of the visitor of this test: a lead, a testimonial, documents, a saved search, a viewing. */
const has = { handled: '', testimonial: '', testimonials: 0, lead: '', search: '', viewing: '' };

beforeAll(async () => {
  site = await startLiveSite(inject('site'));
  send = sender(site.url);
  const post = async (form: string, more: object = {}) => {
    const { text } = await send(json(form, { ...right(form), ...more }));
    return JSON.parse(text).reference as string;
  };
  has.handled = await post('contact-me');
  has.testimonial = await post('testimonial');
  await post('document-request', { property: PROPERTY_ID });
  has.lead = String(site.rows('leads').find(({ form }) => form === 'document-request')?.id);
  await post('demand-register');
  has.search = String(site.rows('saved_searches')[0]?.id);
  const { slots } = JSON.parse((await send({ path: `/api/appointments?property=${PROPERTY_ID}` }, 'GET')).text);
  await post('contact-appointment', { property: PROPERTY_ID, slot: slots[0].startsAt, startDate: '', endDate: '' });
  has.viewing = String(site.rows('viewings')[0]?.id);
  has.testimonials = testimonials();
});
afterAll(() => site?.stop());

/** What a key opens, and how one with this secret and age is made. */
interface KeyedPage {
  key: (secret: string, agoMs: number) => string;
  opens: (key: string) => Promise<boolean>;
  /** A key that never expires: it only names what its holder has just been shown. */
  lasting?: true;
  /** Its key does something, which cannot be taken back to try another. */
  acts?: true;
}
const link = (of: () => MailLink, more: Pick<KeyedPage, 'opens' | 'acts'>): KeyedPage => ({
  key: (secret, agoMs) => mailLinkToken(secret, of(), Date.now() - agoMs),
  ...more,
});
/** Follows a mailed link with its button; whether it did what it is for is seen in what is stored. */
const follow = (isDone: () => boolean): Pick<KeyedPage, 'opens' | 'acts'> => ({
  acts: true,
  opens: async (key) => {
    await send({ path: `/api/m/${key}`, headers: FORM_TYPE, body: 'language=nl' });
    return isDone();
  },
});
const stateOf = (table: 'leads' | 'viewings' | 'saved_searches', id: string) => {
  const row = site.rows(table).find((one) => one.id === id || one.reference === id);
  return row?.state ?? row?.status;
};
const testimonials = () => readdirSync(join(site.contentDir, 'testimonials')).length;
const get = (path: string) => send({ path }, 'GET');

const KEYED_PAGES: Record<string, KeyedPage> = {
  'a lead is marked as handled': link(
    () => ({ do: 'handled', reference: has.handled }),
    follow(() => stateOf('leads', has.handled) === 'handled'),
  ),
  'a testimonial is published': link(
    () => ({ do: 'approve', reference: has.testimonial }),
    follow(() => testimonials() > has.testimonials),
  ),
  'a viewing is confirmed': link(
    () => ({ do: 'confirm-viewing', viewing: has.viewing }),
    follow(() => stateOf('viewings', has.viewing) === 'confirmed'),
  ),
  'when and where a viewing is': link(() => ({ do: 'move-viewing', viewing: has.viewing }), {
    opens: async (key) => (await get(`/nl/m/${key}/`)).text.match(/<p class="lead">[^<]*20\d\d[^<]*\d\d:\d\d/) !== null,
  }),
  'a saved search is confirmed': link(
    () => ({ do: 'confirm-search', search: has.search }),
    follow(() => stateOf('saved_searches', has.search) === 'confirmed'),
  ),
  'the values of a saved search': link(() => ({ do: 'change-search', search: has.search }), {
    opens: async (key) =>
      (await get(`/nl/hou-me-op-de-hoogte/?search=${key}`)).text.includes('value="margriet@example.be"'),
  }),
  'the documents of a property': link(() => ({ do: 'documents', property: PROPERTY_ID, lead: has.lead }), {
    opens: async (key) => {
      const { status, text } = await send({ path: `/api/documents/${key}`, headers: FORM_TYPE, body: 'n=0' });
      return status === 200 && text.startsWith('%PDF-');
    },
  }),
  'a page before it is public': {
    key: (secret, agoMs) => previewKey({ path: DRAFT, until: Date.now() + DAY_MS - agoMs, secret }),
    opens: async (key) =>
      (await get(`${DRAFT.replace('/nl/', '/nl/preview/')}?key=${key}`)).text.includes('Text of draft-plan'),
  },
  'how a viewing went': {
    key: (secret, agoMs) => feedbackToken(secret, has.viewing, Date.now() - agoMs),
    opens: async (key) => (await get(`/nl/visit-feedback/?token=${key}`)).status === 200,
  },
  'the characters of a form': {
    key: (secret, agoMs) => issueFormToken(secret, Date.now() - agoMs),
    opens: async (key) => (await get(`/api/captcha/${key}`)).status === 200,
    lasting: true,
  },
  'the reference on a thank-you page': {
    key: (secret) => `${has.handled}.${signatureOf(secret, 'reference', has.handled)}`,
    opens: async (key) => (await get(`/nl/contact-me/bedankt/?r=${key}`)).text.includes(`<b>${has.handled}</b>`),
    lasting: true,
  },
  'a viewing is cancelled': link(
    () => ({ do: 'cancel-viewing', viewing: has.viewing, by: 'visitor' }),
    follow(() => stateOf('viewings', has.viewing) === 'cancelled'),
  ),
  'a saved search is ended': link(
    () => ({ do: 'end-search', search: has.search }),
    follow(() => stateOf('saved_searches', has.search) === 'ended'),
  ),
};

/** Keys to the same viewing: visitors who may confirm or end it see it too. */
const KIN: Record<string, string[]> = {
  'when and where a viewing is': ['the key to: a viewing is confirmed', 'the key to: a viewing is cancelled'],
};
const flipped = (key: string, at: number) => key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1);
const WRONG: Record<string, (keyed: KeyedPage, good: string) => string> = {
  'no key': () => 'x.y',
  'half a key': (_keyed, good) => good.split('.')[0] ?? '',
  'a key cut short': (_keyed, good) => good.slice(0, -2),
  'a key with another sign at its end': (_keyed, good) => flipped(good, good.length - 3),
  'a key with another sign at its start': (_keyed, good) => flipped(good, 2),
  'a key of another site': ({ key }) => key('the secret of another site, as long as ours', 0),
  'a key without a secret': ({ key }) => key('', 0),
};

test.each(Object.entries(KEYED_PAGES))(
  '%s: closed with a wrong key, and with the right key of anything else',
  async (name, keyed) => {
    const good = keyed.key(LIVE_SECRET, 0);
    const others = Object.entries(KEYED_PAGES).filter(([other, { acts }]) => other !== name && !(keyed.acts && acts));
    const wrong = [
      ...Object.entries(WRONG).map(([what, make]) => [what, make(keyed, good)] as const),
      ...others.map(([other, { key }]) => [`the key to: ${other}`, key(LIVE_SECRET, 0)] as const),
      ...(keyed.lasting ? [] : [['a key that is too old', keyed.key(LIVE_SECRET, YEARS_AGO_MS)] as const]),
    ];
    const opened: string[] = [];
    for (const [what, key] of wrong) if (await keyed.opens(key)) opened.push(what);
    expect(opened).toEqual(KIN[name] ?? []);
  },
);

test('each opens with its own key', async () => {
  const shut: string[] = [];
  for (const [name, { key, opens }] of Object.entries(KEYED_PAGES))
    if (!(await opens(key(LIVE_SECRET, 0)))) shut.push(name);
  expect(shut).toEqual([]);
});

test('an owner of nothing, with all of these keys as cookies, cannot enter the portal', async () => {
  for (const [name, { key }] of Object.entries(KEYED_PAGES)) {
    const token = encodeURIComponent(key(LIVE_SECRET, 0));
    const cookie = `owner=${token}; __Host-owner=${token}`;
    const { status, headers } = await send(
      { path: `/nl/eigenaar/?property=${PROPERTY_ID}`, headers: { cookie } },
      'GET',
    );
    expect([status, String(headers.location)], name).toEqual([303, expect.stringMatching(/^\/nl\/login\//)]);
  }
});

test('a form sets its own fields and nothing else', async () => {
  const set = {
    id: 'mine',
    reference: '2611-AAAAA',
    status: 'handled',
    handled_at: '2026-01-01',
    created_at: '2020-01-01',
    form: 'offer',
  };
  const before = site.rows('leads').length;
  const { text } = await send(json('contact-me', { ...right('contact-me'), message: 'Meer dan gevraagd', ...set }));
  const row = site.rows('leads').find(({ form_values }) => String(form_values).includes('Meer dan gevraagd'));
  expect(site.rows('leads')).toHaveLength(before + 1);
  expect(row).toMatchObject({
    form: 'contact-me',
    status: 'new',
    handled_at: null,
    reference: JSON.parse(text).reference,
  });
  expect(String(row?.id)).not.toBe('mine');
  expect(Object.keys(JSON.parse(String(row?.form_values)))).not.toEqual(expect.arrayContaining(['status']));
});
