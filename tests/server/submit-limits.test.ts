import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { openForms } from '../support/open-forms.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, freshToken, PROPERTY_ID } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('a form that is posted too often, on %s', (engine: Engine) => {
  const open = () => openForms(engine, site, 'off');

  test('the 21st post of a visitor in ten minutes waits, another visitor does not', async () => {
    const { post, rows } = await open();
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await post('contact-me', { email: 'x' })).ok).toBe(false);
    const refused = await post('contact-me');
    expect(refused).toMatchObject({ ok: false, problem: 'too-often' });
    expect('retryAfterSeconds' in refused && refused.retryAfterSeconds).toSatisfy(
      (seconds: number) => seconds > 590 && seconds <= 600,
    );
    expect(await post('contact-me', {}, '198.51.100.9')).toMatchObject({ ok: true });
    expect((await rows()).leads).toHaveLength(1);
  });

  test('a visitor with many IPv6 addresses is one visitor', async () => {
    const { post } = await open();
    for (let attempt = 0; attempt < 20; attempt += 1)
      await post('contact-me', { email: 'x' }, `2001:db8:1:2::${attempt.toString(16)}`);
    expect(await post('contact-me', {}, '2001:db8:1:2:ffff::1')).toMatchObject({ problem: 'too-often' });
    expect(await post('contact-me', {}, '2001:db8:1:3::1')).toMatchObject({ ok: true });
  });

  test('a friend gets three mails a day, whoever sends them and however they are spelled', async () => {
    const { post, rows } = await open();
    const send = (n: number, friendEmail = 'jan@example.be') =>
      post('send-to-friend', { property: PROPERTY_ID, email: `van${n}@example.be`, friendEmail }, `192.0.2.${n}`);
    for (const n of [1, 2, 3]) expect(await send(n)).toMatchObject({ ok: true });
    expect(await send(4)).toMatchObject({ problem: 'too-often', retryAfterSeconds: expect.any(Number) });
    expect(await send(5, 'JAN@Example.be')).toMatchObject({ problem: 'too-often' });
    expect(await send(6, 'els@example.be')).toMatchObject({ ok: true });
    expect((await rows()).mails).toHaveLength(4);
  });

  test('the same mail to a friend sent again counts once and gets the first response', async () => {
    const { post, rows } = await open();
    const token = freshToken();
    const first = await post('send-to-friend', { property: PROPERTY_ID, token });
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await post('send-to-friend', { property: PROPERTY_ID, token })).toEqual(first);
    expect(await post('send-to-friend', { property: PROPERTY_ID, message: 'Nog iets' })).toMatchObject({ ok: true });
    expect((await rows()).mails).toHaveLength(2);
  });

  test('a sender sends ten a day, to any recipients', async () => {
    const { post } = await open();
    const send = (n: number) =>
      post('send-to-friend', { property: PROPERTY_ID, friendEmail: `vriend${n}@example.be` }, `192.0.2.${n}`);
    for (let n = 0; n < 10; n += 1) expect(await send(n)).toMatchObject({ ok: true });
    expect(await send(11)).toMatchObject({ problem: 'too-often' });
  });
});
