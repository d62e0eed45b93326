import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { captchaText } from '../../src/features/lead/robot-check.server.ts';
import { openForms } from '../support/open-forms.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, freshToken, proofFor, SECRET } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('a form that is posted by a robot, on %s', (engine: Engine) => {
  const open = (captcha: 'on' | 'off' = 'off') => openForms(engine, site, captcha);
  /** The form token that contains the name of a page. */
  const nameOf = (token: string) => token.split('.')[0]!;

  describe('by a robot', () => {
    test.each<[string, Record<string, unknown>, string]>([
      ['faster than a person', { token: '' }, 'too-fast'],
      ['that fills in what nobody sees', { website: 'https://evil.example' }, 'robot'],
    ])('%s is not stored', async (_name, changes, problem) => {
      const { post, rows } = await open();
      expect(
        await post('contact-me', { ...changes, ...(problem === 'too-fast' && { token: freshToken(1000) }) }),
      ).toMatchObject({
        ok: false,
        problem,
      });
      expect(await rows()).toEqual({ leads: [], mails: [] });
    });

    test('at the minimum time it is a person', async () => {
      const { post } = await open();
      expect(await post('contact-me', { token: freshToken(site.settings.forms.minimumSeconds * 1000) })).toMatchObject({
        ok: true,
      });
    });

    test('without proof and without characters it gets characters to type', async () => {
      const { post, rows } = await open('on');
      expect(await post('contact-me')).toMatchObject({ problem: 'captcha', problems: { captcha: 'missing' } });
      expect(await post('contact-me', { proof: '', captcha: '   ' })).toMatchObject({
        problems: { captcha: 'missing' },
      });
      expect((await rows()).leads).toEqual([]);
    });

    test('with CAPTCHA off none of this is required', async () => {
      const { post } = await open('off');
      expect(await post('contact-me', { proof: 'nonsense', captcha: 'wrong' })).toMatchObject({ ok: true });
    });
  });

  describe('a proof of work', () => {
    test('counts once: with other values it is refused', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const proof = await proofFor(token);
      expect(await post('contact-me', { token, proof })).toMatchObject({ ok: true });
      expect(await post('contact-me', { token, proof, message: 'Reclame' })).toMatchObject({
        ok: false,
        problem: 'captcha',
        problems: { captcha: 'wrong' },
      });
      expect(await post('site-contact', { token, proof })).toMatchObject({ problem: 'captcha' });
      expect((await rows()).leads).toHaveLength(1);
    });

    test('shared by two different messages at once stores only one', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const proof = await proofFor(token);
      const values = await Promise.all(
        ['Een', 'Twee', 'Drie'].map((message) => post('contact-me', { token, proof, message })),
      );
      expect(values.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await rows()).leads).toHaveLength(1);
    });

    test('that was made for another page does not count', async () => {
      const { post, rows } = await open('on');
      expect(await post('contact-me', { token: freshToken(), proof: await proofFor(freshToken()) })).toMatchObject({
        problem: 'captcha',
      });
      expect((await rows()).leads).toEqual([]);
    });

    test('stays valid after an error in a field is corrected', async () => {
      const { post } = await open('on');
      const token = freshToken();
      const proof = await proofFor(token);
      expect(await post('contact-me', { token, proof, email: 'x' })).toMatchObject({ problem: 'fields' });
      expect(await post('contact-me', { token, proof })).toMatchObject({ ok: true });
    });

    test.each<
      [
        string,
        (proof: { challenge: { parameters: Record<string, unknown> }; solution: Record<string, unknown> }) => unknown,
      ]
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
    ])('%s is invalid', async (_name, forge) => {
      const { post } = await open('on');
      const token = freshToken();
      const forged = btoa(JSON.stringify(forge(JSON.parse(atob(await proofFor(token))))));
      expect(await post('contact-me', { token, proof: forged })).toMatchObject({
        problem: 'captcha',
        problems: { captcha: 'wrong' },
      });
    });

    test.each(['%%%', 'e30=', '[]', 'x'.repeat(60_000), '\0'])('of nonsense is invalid: %s', async (proof) => {
      const { post } = await open('on');
      expect(await post('contact-me', { proof })).toMatchObject({ problem: 'captcha' });
    });
  });

  describe('typed characters', () => {
    test('that are right count once, whatever their case and the spaces around them', async () => {
      const { post, rows } = await open('on');
      const token = freshToken();
      const captcha = ` ${captchaText(SECRET, nameOf(token)).toUpperCase()} `;
      expect(await post('contact-me', { token, captcha })).toMatchObject({ ok: true });
      expect(await post('contact-me', { token, captcha, message: 'Reclame' })).toMatchObject({
        problem: 'captcha',
        problems: { captcha: 'wrong' },
      });
      expect((await rows()).leads).toHaveLength(1);
    });

    test('that are wrong or of another picture fail, and may be tried again on the same page', async () => {
      const { post } = await open('on');
      const token = freshToken();
      for (const captcha of ['aaaaa', captchaText(SECRET, nameOf(freshToken())), '*', ['x']])
        expect(await post('contact-me', { token, captcha })).toMatchObject({ problem: 'captcha' });
      expect(await post('contact-me', { token, captcha: captchaText(SECRET, nameOf(token)) })).toMatchObject({
        ok: true,
      });
    });

    test('can be guessed ten times in ten minutes, then the visitor has to wait', async () => {
      const { post } = await open('on');
      const guess = () => post('contact-me', { captcha: 'aaaaa' });
      for (let attempt = 0; attempt < 10; attempt += 1) expect(await guess()).toMatchObject({ problem: 'captcha' });
      expect(await guess()).toMatchObject({ problem: 'too-often', retryAfterSeconds: expect.any(Number) });
    });
  });
});
