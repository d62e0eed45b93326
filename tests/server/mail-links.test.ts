import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { followMailLink } from '../../src/app/mail-link.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { findLead } from '../../src/features/lead/leads.server.ts';
import { listSubscribers } from '../../src/features/newsletter/newsletter.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { mailLinkToken, readMailLink } from '../../src/platform/signing/mail-link.server.ts';
import { signatureOf } from '../../src/platform/signing/signature.server.ts';
import { startChild } from '../support/child.ts';
import { testFolder } from '../support/folder.ts';
import { noEvents } from '../support/no-events.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { agencySite, follower, linksIn, MAIL_SITE, poster, SECRET, stored } from '../support/submit.ts';
import { copyContent } from '../support/test-site.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

const YEAR_MS = 31_536_000_000;

describe.each(ENGINES)('links in mails on %s', (engine: Engine) => {
  const open = async () => {
    const { database } = await openStorage(engine);
    const contentDir = testFolder();
    mkdirSync(join(contentDir, 'testimonials'));
    for (const n of [1, 2, 3])
      cpSync(
        `tests/fixtures/agency/testimonials/testimonial-${n}.json`,
        join(contentDir, `testimonials/testimonial-${n}.json`),
      );
    const follow = follower({ database, site, contentDir });
    const files = () => readdirSync(join(contentDir, 'testimonials')).sort();
    const read = (n: number) =>
      JSON.parse(readFileSync(join(contentDir, `testimonials/testimonial-${n}.json`), 'utf8'));
    return { database, contentDir, follow, files, read, ...poster({ database, site }) };
  };
  const mailOf = async (database: Database, kind: string, nth = 0) =>
    (await stored(database)).mails.filter((mail) => mail.kind === kind)[nth]!;

  test('an email address joins the newsletter only by its mailed link and leaves by one click', async () => {
    const { database, post, follow } = await open();
    await post('sign-newsletter', { language: 'fr' });
    const mail = await mailOf(database, 'newsletter-confirm');
    expect(mail.recipient).toBe('margriet@example.be');
    const emailAddresses = async () => (await listSubscribers(database)).map(({ email }) => email);
    expect(await emailAddresses()).toEqual([]);
    const confirm = linksIn(mail).find((token) => readMailLink(SECRET, token)?.do === 'confirm-newsletter')!;
    expect(await follow(confirm)).toEqual({ ok: true, did: 'confirm-newsletter' });
    expect(await follow(confirm)).toEqual({ ok: true, did: 'confirm-newsletter' });
    expect(await emailAddresses()).toEqual(['margriet@example.be']);
    const headers = JSON.parse(mail.headers) as Record<string, string>;
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const [, oneClick = ''] = /^<https:\/\/www\.proefhof\.example\/api\/m\/([\w.-]+)>$/.exec(
      headers['List-Unsubscribe']!,
    )!;
    expect(await follow(oneClick)).toEqual({ ok: true, did: 'unsubscribe' });
    expect(await follow(oneClick)).toEqual({ ok: true, did: 'unsubscribe' });
    expect(await emailAddresses()).toEqual([]);
    expect(await follow(confirm), 'an old link does not bring it back').toEqual({ ok: false });
  });

  test('a subscriber gets no second mail, and one who left can return by a new link', async () => {
    const { database, post, follow } = await open();
    const confirmLast = async () => {
      const mails = (await stored(database)).mails.filter(({ kind }) => kind === 'newsletter-confirm');
      return linksIn(mails.at(-1)!).map((token) => [readMailLink(SECRET, token)!.do, token] as const);
    };
    await post('sign-newsletter');
    await follow((await confirmLast()).find(([what]) => what === 'confirm-newsletter')![1]);
    await post('sign-newsletter', { firstName: 'Weer' });
    expect((await stored(database)).mails).toHaveLength(1);
    await follow((await confirmLast()).find(([what]) => what === 'unsubscribe')![1]);
    await post('sign-newsletter', { firstName: 'Opnieuw' });
    await follow((await confirmLast()).find(([what]) => what === 'confirm-newsletter')![1]);
    expect(await listSubscribers(database)).toHaveLength(1);
  });

  test('a lead is marked as handled, once and for all', async () => {
    const { database, post, follow } = await open();
    const sent = await post('contact-me');
    const [token = ''] = linksIn(await mailOf(database, 'contact-me-agency'));
    expect(readMailLink(SECRET, token)).toMatchObject({ do: 'handled', reference: sent.ok && sent.reference });
    expect(await follow(token)).toEqual({ ok: true, did: 'handled' });
    const first = (await stored(database)).leads[0]!;
    expect(first.status).toBe('handled');
    expect(await follow(token)).toEqual({ ok: true, did: 'handled' });
    expect((await stored(database)).leads[0]!.handled_at).toBe(first.handled_at);
  });

  test('an approved testimonial appears once, under the next number', async () => {
    const { database, post, follow, files, read } = await open();
    const sent = await post('testimonial', { place: 'kocht in Meise', language: 'fr' });
    expect(files()).toHaveLength(3);
    const approve = linksIn(await mailOf(database, 'testimonial-agency')).find(
      (token) => readMailLink(SECRET, token)?.do === 'approve',
    )!;
    expect(await follow(approve)).toEqual({ ok: true, did: 'approve' });
    expect(await Promise.all([follow(approve), follow(approve)])).toEqual(Array(2).fill({ ok: true, did: 'approve' }));
    expect(files()).toEqual(['testimonial-1.json', 'testimonial-2.json', 'testimonial-3.json', 'testimonial-4.json']);
    expect(read(4)).toMatchObject({
      n: 4,
      name: 'Margriet M.',
      rating: 5,
      place: { fr: 'kocht in Meise' },
      text: { fr: 'Vlot en eerlijk verkocht.' },
    });
    expect(JSON.stringify(read(4))).not.toMatch(/Maertens|example\.be/);
    expect(await findLead(database, sent.ok ? sent.reference : '')).toMatchObject({ status: 'handled' });
  });

  test('two testimonials approved at once get a number each', async () => {
    const { database, post, follow, files } = await open();
    await post('testimonial', { message: 'Eerste' });
    await post('testimonial', { message: 'Tweede' });
    const tokens = (await stored(database)).mails
      .flatMap(linksIn)
      .filter((token) => readMailLink(SECRET, token)?.do === 'approve');
    expect(tokens).toHaveLength(2);
    await Promise.all([...tokens, ...tokens].map(follow));
    expect(files()).toHaveLength(5);
  });

  test('an approved testimonial is content that passes the check', async () => {
    const { database, post } = await open();
    const contentDir = testFolder();
    copyContent(contentDir);
    await post('testimonial', { message: '"Vlot"\n\n<b>en</b> eerlijk.', rating: '' });
    const approve = linksIn(await mailOf(database, 'testimonial-agency')).find(
      (token) => readMailLink(SECRET, token)?.do === 'approve',
    )!;
    await followMailLink(
      {
        database,
        site,
        siteUrl: MAIL_SITE,
        secret: SECRET,
        contentDir,
        recordEvent: noEvents,
      },
      approve,
    );
    const { content, problems } = readContent(contentDir);
    expect(problems.filter(({ file }) => file.startsWith('testimonials/'))).toEqual([]);
    expect(content?.testimonials.map(({ n }) => n)).toContain(4);
  });

  test('only a testimonial can be approved, and only an existing lead can be handled', async () => {
    const { post, follow, files } = await open();
    const sent = await post('contact-me');
    const reference = sent.ok ? sent.reference : '';
    expect(await follow(mailLinkToken(SECRET, { do: 'approve', reference }))).toEqual({ ok: false });
    expect(await follow(mailLinkToken(SECRET, { do: 'handled', reference: '2611-ZZZZZ' }))).toEqual({ ok: false });
    expect(await follow(mailLinkToken(SECRET, { do: 'approve', reference: '../../etc' }))).toEqual({ ok: false });
    expect(files()).toHaveLength(3);
  });

  test('a testimonial without consent is read by the agency alone', async () => {
    const { database, post, follow, files } = await open();
    const sent = await post('testimonial', { publish: [] });
    const links = linksIn(await mailOf(database, 'testimonial-agency'));
    expect(links.map((token) => readMailLink(SECRET, token)?.do)).toEqual(['handled']);
    const reference = sent.ok ? sent.reference : '';
    expect(await follow(mailLinkToken(SECRET, { do: 'approve', reference }))).toEqual({ ok: false });
    expect(files()).toHaveLength(3);
  });

  test('a foreign token does nothing', async () => {
    const { database, post, follow } = await open();
    await post('contact-me');
    const [token = ''] = linksIn(await mailOf(database, 'contact-me-agency'));
    const [payload = '', signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify({ do: 'unsubscribe', token: 'x', until: Date.now() + 1e9 })).toString(
      'base64url',
    );
    for (const forged of [
      '',
      '.',
      token.slice(1),
      `${payload}.`,
      `${other}.${signature}`,
      `${payload}.${signatureOf(SECRET, 'form', payload)}`,
      mailLinkToken('another secret', { do: 'handled', reference: 'x' }),
      'x'.repeat(10_000),
      '__proto__.x',
      `${token}.${token}x`.slice(token.length + 1),
    ])
      expect(await follow(forged), forged.slice(0, 30)).toEqual({ ok: false });
    expect((await stored(database)).leads[0]!.status).toBe('new');
  });
});

test.each([
  ['a moment before a year is over it counts', YEAR_MS - 1, true],
  ['after a year it does not', YEAR_MS, false],
])('the token of a mailed link: %s', (_name, later, counts) => {
  const now = Date.now();
  expect(
    readMailLink(SECRET, mailLinkToken(SECRET, { do: 'handled', reference: 'x' }, now), now + later) !== null,
  ).toBe(counts);
});

test('while the database is locked a link fails as a storage problem and has no effect', async () => {
  const { database } = await openStorage('sqlite', { busyLimitMs: 200 });
  const sent = await poster({ database, site }).post('contact-me');
  const token = mailLinkToken(SECRET, { do: 'handled', reference: sent.ok ? sent.reference : '' });
  await startChild('child-lock.ts', { file: database.file, durationMs: 1200 }).says('locked');
  await expect(
    followMailLink(
      {
        database,
        site,
        siteUrl: MAIL_SITE,
        secret: SECRET,
        contentDir: testFolder(),
        recordEvent: noEvents,
      },
      token,
    ),
  ).rejects.toMatchObject({
    name: 'StorageProblem',
    code: 'busy',
  });
  expect((await stored(database)).leads[0]!.status).toBe('new');
});
