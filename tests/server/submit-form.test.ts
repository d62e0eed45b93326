import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { FORMS } from '../../src/domain/forms/forms.ts';
import { captchaPicture, captchaText } from '../../src/server/forms/captcha.ts';
import { issueFormToken, readFormToken } from '../../src/server/forms/form-token.ts';
import type { Site } from '../../src/server/site/site.ts';
import { startChild } from '../support/child.ts';
import { RIGHT_ANSWERS } from '../support/sample-answers.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { demoSite, freshToken, HOME, MAIL_SITE, PROJECT, poster, proofFor, SECRET, stored } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = demoSite();
});

const DAY_MS = 86_400_000;
const about = (form: string) =>
  ({ 'contact-construction': { project: PROJECT }, 'contact-appointment': {} })[form] ?? { property: HOME };

describe.each(ENGINES)('a form that is posted, on %s', (engine: Engine) => {
  const open = async (captcha: 'on' | 'off' = 'off') => {
    const { database } = await openStorage(engine);
    return { database, ...poster({ database, site, captcha }), ...{ rows: () => stored(database) } };
  };
  /** The form token in which the name of a page stands. */
  const nameOf = (token: string) => token.split('.')[0]!;

  test.each<[string, string[]]>([
    ['contact-me', ['contact-me-agency', 'contact-me-receipt']],
    ['contact-appointment', ['contact-appointment-agency', 'contact-appointment-receipt']],
    ['contact-construction', ['contact-construction-agency', 'contact-construction-receipt']],
    ['contact-demand', ['contact-demand-agency', 'contact-demand-receipt']],
    ['demand-register', ['demand-register-agency', 'search-confirm']],
    ['send-to-friend', ['send-to-friend']],
    ['site-contact', ['site-contact-agency', 'site-contact-receipt']],
    ['sign-newsletter', ['newsletter-confirm']],
    ['document-request', ['document-request-agency', 'documents']],
    ['testimonial', ['testimonial-agency']],
    ['offer', ['offer-agency', 'offer-receipt']],
  ])('%s: is stored once with %o before the visitor is thanked', async (form, kinds) => {
    const { post, rows, woken } = await open();
    const result = await post(form, { ...about(form), page: '/nl/ergens/', utm_source: 'krant', admin: 'true' });
    expect(result).toMatchObject({ ok: true, reference: expect.stringMatching(/^\d{4}-[2-9B-Z]{5}$/), language: 'nl' });
    const { requests, mails } = await rows();
    expect(requests).toHaveLength(1);
    const [request] = requests;
    expect(request).toMatchObject({
      form,
      reference: result.ok && result.reference,
      status: 'new',
      language: 'nl',
      page: '/nl/ergens/',
      email: 'marijke@example.be',
      consent_version: '2026-11',
    });
    expect(JSON.parse(request!.campaign)).toEqual({ utm_source: 'krant' });
    expect(JSON.parse(request!.answers)).toMatchObject(RIGHT_ANSWERS[form]!);
    expect(request!.answers).not.toMatch(/admin|token|website/);
    expect(mails.map(({ kind }) => kind).sort()).toEqual(kinds);
    for (const mail of mails) expect(mail).toMatchObject({ request_id: request!.id, state: 'pending', last_error: null });
    expect(woken).toHaveLength(1);
  });

  test('a home or project that does not exist is left out, the question is kept', async () => {
    const { post, rows } = await open();
    for (const property of ['999999999', '-1', "1' or 1=1", ['24187'], { id: 1 }])
      expect(await post('contact-me', { property })).toMatchObject({ ok: true });
    expect(await post('contact-construction', { project: '999' })).toMatchObject({ ok: true });
    const { requests } = await rows();
    expect(requests.map(({ property_id, project_id }) => [property_id, project_id])).toEqual(Array(6).fill([null, null]));
  });

  test('what is wrong is said by field, and nothing is stored', async () => {
    const { post, rows } = await open();
    expect(await post('contact-me', { email: 'x', message: '' })).toEqual({
      ok: false,
      status: 422,
      problem: 'fields',
      problems: { email: 'wrong', message: 'missing' },
    });
    expect(await post('nowhere')).toMatchObject({ status: 404, problem: 'unknown-form' });
    expect(await post('__proto__')).toMatchObject({ status: 404 });
    expect(await rows()).toEqual({ requests: [], mails: [] });
  });

  describe('sent twice', () => {
    test('with the same answers is one request with one reference, in whatever order and spacing they come', async () => {
      const { post, rows, woken } = await open();
      const token = freshToken();
      const first = await post('contact-me', { token, message: 'Vraag' });
      expect(await post('contact-me', { message: ' Vraag ', token })).toEqual(first);
      const { requests, mails } = await rows();
      expect([requests.length, mails.length, woken.length]).toEqual([1, 2, 1]);
    });

    test('with other answers, about another home or from another page load is another request', async () => {
      const { post, rows } = await open();
      const token = freshToken();
      const answers = [
        await post('contact-me', { token, message: 'Een' }),
        await post('contact-me', { token, message: 'Twee' }),
        await post('contact-me', { token, message: 'Twee', property: HOME }),
        await post('contact-me', { message: 'Een' }),
      ];
      expect(new Set(answers.map((answer) => answer.ok && answer.reference)).size).toBe(4);
      expect((await rows()).requests).toHaveLength(4);
    });

    test('twenty times at once is one request, and every answer names it', async () => {
      const { post, rows } = await open();
      const token = freshToken();
      const answers = await Promise.all(Array.from({ length: 20 }, () => post('contact-me', { token })));
      expect(new Set(answers.map((answer) => (answer.ok ? answer.reference : answer.problem))).size).toBe(1);
      const { requests, mails } = await rows();
      expect([requests.length, mails.length]).toEqual([1, 2]);
    });

    test('at once with one proof of work, as a double click does, is one request and no visitor sees an error', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const proof = await proofFor(token);
      const answers = await Promise.all([
        post('contact-me', { token, proof }),
        post('contact-me', { token, proof }),
        post('contact-me', { token, proof }),
      ]);
      expect(answers.map((answer) => (answer.ok ? 'ok' : answer.problem))).toEqual(['ok', 'ok', 'ok']);
      expect((await rows()).requests).toHaveLength(1);
    });

    test('at once with the same typed characters likewise', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const captcha = captchaText(SECRET, nameOf(token));
      const answers = await Promise.all([post('contact-me', { token, captcha }), post('contact-me', { token, captcha })]);
      expect(answers.map((answer) => (answer.ok ? 'ok' : answer.problem))).toEqual(['ok', 'ok']);
      expect((await rows()).requests).toHaveLength(1);
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
      expect(await post('contact-me', { token: token() })).toEqual({ ok: false, status: 422, problem: 'expired', problems: {} });
      expect(await rows()).toEqual({ requests: [], mails: [] });
    });

    test('is nearly a day old still counts', async () => {
      const { post } = await open();
      expect(await post('contact-me', { token: freshToken(DAY_MS - 60_000) })).toMatchObject({ ok: true });
    });
  });

  describe('by a robot', () => {
    test.each<[string, Record<string, unknown>, string]>([
      ['faster than a person', { token: '' }, 'too-fast'],
      ['that fills in what nobody sees', { website: 'https://evil.example' }, 'robot'],
    ])('%s is not stored', async (_name, changes, problem) => {
      const { post, rows } = await open();
      expect(await post('contact-me', { ...changes, ...(problem === 'too-fast' && { token: freshToken(1000) }) })).toMatchObject({
        ok: false,
        status: 422,
        problem,
      });
      expect(await rows()).toEqual({ requests: [], mails: [] });
    });

    test('at the shortest time allowed it is a person', async () => {
      const { post } = await open();
      expect(await post('contact-me', { token: freshToken(site.settings.forms.minimumSeconds * 1000) })).toMatchObject({
        ok: true,
      });
    });

    test('without proof and without characters it is asked for the characters', async () => {
      const { post, rows } = await open('on');
      expect(await post('contact-me')).toMatchObject({ status: 422, problem: 'captcha', problems: { captcha: 'missing' } });
      expect(await post('contact-me', { proof: '', captcha: '   ' })).toMatchObject({ problems: { captcha: 'missing' } });
      expect((await rows()).requests).toEqual([]);
    });

    test('with CAPTCHA off nothing of it is asked', async () => {
      const { post } = await open('off');
      expect(await post('contact-me', { proof: 'nonsense', captcha: 'wrong' })).toMatchObject({ ok: true });
    });
  });

  describe('a proof of work', () => {
    test('counts once: sent again with other answers it is refused', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const proof = await proofFor(token);
      expect(await post('contact-me', { token, proof })).toMatchObject({ ok: true });
      expect(await post('contact-me', { token, proof, message: 'Reclame' })).toMatchObject({
        ok: false,
        status: 422,
        problem: 'captcha',
        problems: { captcha: 'wrong' },
      });
      expect(await post('site-contact', { token, proof })).toMatchObject({ problem: 'captcha' });
      expect((await rows()).requests).toHaveLength(1);
    });

    test('of two different messages at once with one proof only one is stored', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const proof = await proofFor(token);
      const answers = await Promise.all(['Een', 'Twee', 'Drie'].map((message) => post('contact-me', { token, proof, message })));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await rows()).requests).toHaveLength(1);
    });

    test('that was made for another page does not count', async () => {
      const { post, rows } = await open('on');
      expect(await post('contact-me', { token: freshToken(), proof: await proofFor(freshToken()) })).toMatchObject({
        problem: 'captcha',
      });
      expect((await rows()).requests).toEqual([]);
    });

    test('is still good after a slip in a field: the visitor mends it and sends again', async () => {
      const { post } = await open('on');
      const token = freshToken();
      const proof = await proofFor(token);
      expect(await post('contact-me', { token, proof, email: 'x' })).toMatchObject({ problem: 'fields' });
      expect(await post('contact-me', { token, proof })).toMatchObject({ ok: true });
    });

    test.each<
      [string, (proof: { challenge: { parameters: Record<string, unknown> }; solution: Record<string, unknown> }) => unknown]
    >([
      [
        'with another solution',
        ({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: 1, derivedKey: '00' } }),
      ],
      [
        'made easier',
        ({ challenge, solution }) => ({
          challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } },
          solution,
        }),
      ],
      [
        'given another name',
        ({ challenge, solution }) => ({
          challenge: { ...challenge, parameters: { ...challenge.parameters, data: { token: 'x' } } },
          solution,
        }),
      ],
      ['without solution', ({ challenge }) => ({ challenge })],
      ['that is a number', () => 1],
      ['that is nothing', () => null],
    ])('%s is none', async (_name, forge) => {
      const { post } = await open('on');
      const token = freshToken();
      const forged = btoa(JSON.stringify(forge(JSON.parse(atob(await proofFor(token))))));
      expect(await post('contact-me', { token, proof: forged })).toMatchObject({
        problem: 'captcha',
        problems: { captcha: 'wrong' },
      });
    });

    test.each(['%%%', 'e30=', '[]', 'x'.repeat(60_000), '\0'])('of nonsense is none: %s', async (proof) => {
      const { post } = await open('on');
      expect(await post('contact-me', { proof })).toMatchObject({ problem: 'captcha' });
    });
  });

  describe('typed characters', () => {
    test('right ones count once, whatever their case and the spaces around them', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const captcha = ` ${captchaText(SECRET, nameOf(token)).toUpperCase()} `;
      expect(await post('contact-me', { token, captcha })).toMatchObject({ ok: true });
      expect(await post('contact-me', { token, captcha, message: 'Reclame' })).toMatchObject({
        problem: 'captcha',
        problems: { captcha: 'wrong' },
      });
      expect((await rows()).requests).toHaveLength(1);
    });

    test('wrong ones, and those of another picture, do not; the visitor may try again on the same page', async () => {
      const { post } = await open('on');
      const token = freshToken();
      for (const captcha of ['aaaaa', captchaText(SECRET, nameOf(freshToken())), '*', ['x']])
        expect(await post('contact-me', { token, captcha })).toMatchObject({ problem: 'captcha' });
      expect(await post('contact-me', { token, captcha: captchaText(SECRET, nameOf(token)) })).toMatchObject({ ok: true });
    });

    test('can be guessed ten times in ten minutes, then one has to wait', async () => {
      const { post } = await open('on');
      const guess = () => post('contact-me', { captcha: 'aaaaa' });
      for (let turn = 0; turn < 10; turn += 1) expect(await guess()).toMatchObject({ problem: 'captcha' });
      expect(await guess()).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
    });
  });

  describe('too often', () => {
    test('the twenty-first post of a visitor in ten minutes waits; another visitor does not', async () => {
      const { post, rows } = await open();
      for (let turn = 0; turn < 20; turn += 1) expect((await post('contact-me', { email: 'x' })).ok).toBe(false);
      const refused = await post('contact-me');
      expect(refused).toMatchObject({ ok: false, status: 429, problem: 'too-often' });
      expect('retryAfterSeconds' in refused && refused.retryAfterSeconds).toSatisfy(
        (seconds: number) => seconds > 590 && seconds <= 600,
      );
      expect(await post('contact-me', {}, '198.51.100.9')).toMatchObject({ ok: true });
      expect((await rows()).requests).toHaveLength(1);
    });

    test('a visitor with many IPv6 addresses is one visitor', async () => {
      const { post } = await open();
      for (let turn = 0; turn < 20; turn += 1) await post('contact-me', { email: 'x' }, `2001:db8:1:2::${turn.toString(16)}`);
      expect(await post('contact-me', {}, '2001:db8:1:2:ffff::1')).toMatchObject({ status: 429 });
      expect(await post('contact-me', {}, '2001:db8:1:3::1')).toMatchObject({ ok: true });
    });

    test('a friend gets three mails a day, whoever sends them and however the address is spelled', async () => {
      const { post, rows } = await open();
      const send = (n: number, friendEmail = 'jan@example.be') =>
        post('send-to-friend', { property: HOME, email: `van${n}@example.be`, friendEmail }, `192.0.2.${n}`);
      for (const n of [1, 2, 3]) expect(await send(n)).toMatchObject({ ok: true });
      expect(await send(4)).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
      expect(await send(5, 'JAN@Example.be')).toMatchObject({ status: 429 });
      expect(await send(6, 'els@example.be')).toMatchObject({ ok: true });
      expect((await rows()).mails).toHaveLength(4);
    });

    test('the same mail to a friend sent again counts once, and is answered as the first was', async () => {
      const { post, rows } = await open();
      const token = freshToken();
      const first = await post('send-to-friend', { property: HOME, token });
      for (let turn = 0; turn < 4; turn += 1) expect(await post('send-to-friend', { property: HOME, token })).toEqual(first);
      expect(await post('send-to-friend', { property: HOME, message: 'Nog iets' })).toMatchObject({ ok: true });
      expect((await rows()).mails).toHaveLength(2);
    });

    test('a sender sends ten a day, to whomever', async () => {
      const { post } = await open();
      const send = (n: number) =>
        post('send-to-friend', { property: HOME, friendEmail: `vriend${n}@example.be` }, `192.0.2.${n}`);
      for (let n = 0; n < 10; n += 1) expect(await send(n)).toMatchObject({ ok: true });
      expect(await send(11)).toMatchObject({ status: 429 });
    });
  });

  describe('in its mails', () => {
    test('the agency reads every answer in words, and answers the visitor', async () => {
      const { post, rows } = await open();
      await post('contact-me', {
        language: 'fr',
        property: HOME,
        titleOfAddress: 'mrs',
        phone: '0470 12 34 56',
        timeSlot: '10:00-13:00',
      });
      const { requests, mails } = await rows();
      const agency = mails.find(({ kind }) => kind === 'contact-me-agency')!;
      expect(agency).toMatchObject({
        to_address: site.settings.site.agency.email,
        reply_to: 'marijke@example.be',
        subject: expect.stringContaining(requests[0]!.reference),
      });
      for (const said of [
        'Is de tuin zuidgericht?',
        'Marijke',
        'Peeters',
        '0470 12 34 56',
        'Mevrouw',
        'FR',
        `${MAIL_SITE}/nl/te-koop/`,
      ])
        expect(agency.text, said).toContain(said);
      expect(agency.text).not.toContain('"mrs"');
      const receipt = mails.find(({ kind }) => kind === 'contact-me-receipt')!;
      expect(receipt).toMatchObject({
        to_address: 'marijke@example.be',
        reply_to: site.settings.site.agency.email,
        subject: expect.stringContaining(requests[0]!.reference),
      });
      expect(receipt.text).toContain(`${MAIL_SITE}/fr/a-vendre/`);
      expect(receipt.text).not.toMatch(/\/m\//);
    });

    test('what a visitor writes is text, never markup, and begins no header', async () => {
      const { post, rows } = await open();
      await post('contact-me', {
        firstName: '<img src=x onerror=alert(1)>',
        message: '</td></table><script>alert(1)</script> {{constructor}} ${7*7}',
      });
      for (const { html, subject } of (await rows()).mails) {
        expect(html).not.toMatch(/<script|<img src=x/);
        expect(subject).not.toMatch(/[\r\n]/);
      }
      expect(await post('contact-me', { email: 'jan@example.be\r\nBcc: all@example.be' })).toMatchObject({
        problems: { email: 'wrong' },
      });
    });

    test('a friend gets the home and the message, and no link but that of the home', async () => {
      const { post, rows } = await open();
      expect(await post('send-to-friend', { property: HOME, message: 'Kijk op www.evil.example' })).toMatchObject({
        problems: { message: 'wrong' },
      });
      expect(await post('send-to-friend', { property: HOME, yourName: 'https://evil.example' })).toMatchObject({
        problems: { yourName: 'wrong' },
      });
      await post('send-to-friend', { property: HOME, message: 'Iets voor <a href="//evil.example">jou</a>?' });
      const { mails } = await rows();
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatchObject({ to_address: 'jan@example.be', reply_to: 'marijke@example.be' });
      const links = [...mails[0]!.html!.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(link).toMatch(new RegExp(`^${MAIL_SITE}/nl/te-koop/`));
    });

    test('a friend gets none about a home that does not exist, and the visitor is not thanked for it', async () => {
      const { post, rows } = await open();
      expect(await post('send-to-friend', { property: '999999999' })).toMatchObject({ ok: false, status: 404 });
      expect(await rows()).toEqual({ requests: [], mails: [] });
    });

    test('similar homes stand in a receipt about a home', async () => {
      const { post, rows } = await open();
      await post('contact-me', { property: HOME });
      const receipt = (await rows()).mails.find(({ kind }) => kind === 'contact-me-receipt')!;
      expect(
        [...receipt.text.matchAll(/\/te-koop\/[^/]+\/[^/]+\/(\d+)\//g)].map(([, id]) => id).filter((id) => id !== HOME).length,
      ).toBeGreaterThan(0);
    });
  });

  test('the newsletter is asked for only when its box is ticked, and only where it is offered', async () => {
    const { post, rows, database } = await open();
    await post('contact-me', { newsletter: '' });
    await post('offer', { newsletter: '1', property: HOME });
    expect(await database.db.selectFrom('newsletter').selectAll().execute()).toEqual([]);
    await post('contact-me', { newsletter: '1' });
    expect((await rows()).mails.filter(({ kind }) => kind === 'newsletter-confirm')).toHaveLength(1);
    expect(await database.db.selectFrom('newsletter').select(['email', 'state']).execute()).toEqual([
      { email: 'marijke@example.be', state: 'pending' },
    ]);
  });
});

describe('when nothing can be stored, the visitor is told so and nothing is acknowledged', () => {
  test('a locked database', async () => {
    const { database } = await openStorage('sqlite', { busyLimitMs: 200 });
    const { post, errors, woken } = poster({ database, site });
    await startChild('child-lock.ts', { file: database.file, durationMs: 1500 }).says('locked');
    expect(await post('contact-me')).toEqual({ ok: false, status: 503, problem: 'storage', problems: {} });
    expect([errors, woken]).toEqual([[{ code: 'busy' }], []]);
    expect((await stored(database)).requests).toEqual([]);
  });

  test('a full disk; when there is room again, the same page is sent with the same proof', async () => {
    const { database } = await openStorage('sqlite');
    const { post } = poster({ database, site, captcha: 'on' });
    const token = freshToken();
    const proof = await proofFor(token);
    // Both tables that come before the request have room on their pages; the request itself has not.
    await poster({ database, site }).post('site-contact', { message: 'Eerst' });
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(database.db);
    const message = 'x'.repeat(2000);
    const results = [];
    for (let turn = 0; turn < 6; turn += 1)
      results.push(
        await post('contact-me', {
          token: turn === 5 ? token : freshToken(),
          message,
          proof: turn === 5 ? proof : await proofFor('x'),
        }),
      );
    expect(results[5]).toMatchObject({ ok: false, status: 503, problem: 'storage' });
    await sql`pragma max_page_count = 1000000`.execute(database.db);
    expect(await post('contact-me', { token, message, proof })).toMatchObject({ ok: true });
  });

  test('a PostgreSQL that went away', async () => {
    const { database } = await openStorage('postgres');
    const { post } = poster({ database, site });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      database.db,
    );
    await database.close();
    await expect(
      post('contact-me').then(
        (result) => result.ok,
        () => false,
      ),
    ).resolves.toBe(false);
  });
});

describe('the token of a form page', () => {
  test('is read back with its moment, and no two are alike', () => {
    const now = Date.now();
    const token = issueFormToken(SECRET, now);
    expect(readFormToken(SECRET, token)).toEqual({ name: token.split('.')[0], issuedAt: now });
    expect(issueFormToken(SECRET, now)).not.toBe(token);
  });

  test.each([
    [DAY_MS - 1, true],
    [DAY_MS, false],
  ])('after %d milliseconds: %s', (later, good) => {
    const now = Date.now();
    expect(readFormToken(SECRET, issueFormToken(SECRET, now), now + later) !== null).toBe(good);
  });
});

test('the picture holds the characters of its own page only, as a small PNG', async () => {
  const picture = await captchaPicture(SECRET, 'a-token');
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.length).toBeLessThan(20_000);
  expect(captchaText(SECRET, 'a-token')).toMatch(/^[a-y3-8]{5}$/);
  expect(captchaText(SECRET, 'a-token')).not.toBe(captchaText(SECRET, 'b-token'));
  expect(captchaText('another secret', 'a-token')).not.toBe(captchaText(SECRET, 'a-token'));
});

test('every form has right answers in these tests', () => {
  expect(Object.keys(RIGHT_ANSWERS).sort()).toEqual(FORMS.map(({ name }) => name).sort());
});
