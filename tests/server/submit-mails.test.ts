import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { documentsOf } from '../../src/features/document/documents.server.ts';
import { priceWords } from '../../src/features/property/words.server.ts';
import { labelsIn } from '../../src/i18n/labels.server.ts';
import { openForms } from '../support/open-forms.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, MAIL_SITE, PROPERTY_ID } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('the mails of a form that is posted, on %s', (engine: Engine) => {
  const open = (captcha: 'on' | 'off' = 'off') => openForms(engine, site, captcha);

  describe('in its mails', () => {
    test('the agency reads every value in words and replies to the visitor', async () => {
      const { post, rows } = await open();
      await post('contact-me', {
        language: 'fr',
        property: PROPERTY_ID,
        titleOfAddress: 'mrs',
        phone: '0470 12 34 56',
        timeSlot: '10:00-13:00',
      });
      const { leads, mails } = await rows();
      const agency = mails.find(({ kind }) => kind === 'contact-me-agency')!;
      expect(agency).toMatchObject({
        recipient: site.settings.site.agency.email,
        reply_to: 'margriet@example.be',
        subject: expect.stringContaining(leads[0]!.reference),
      });
      for (const said of [
        'Is de tuin zuidgericht?',
        'Margriet',
        'Maertens',
        '0470 12 34 56',
        'Mevrouw',
        'Taal van de bezoeker: Frans',
        `${MAIL_SITE}/nl/te-koop/`,
      ])
        expect(agency.text, said).toContain(said);
      expect(agency.text).not.toContain('"mrs"');
      // The first line of the HTML part is what an inbox shows beside the subject.
      expect(agency.html).toContain('Margriet Maertens, 0470 12 34 56, Is de tuin zuidgericht?');
      const receipt = mails.find(({ kind }) => kind === 'contact-me-receipt')!;
      expect(receipt).toMatchObject({
        recipient: 'margriet@example.be',
        reply_to: site.settings.site.agency.email,
        subject: expect.stringContaining(leads[0]!.reference),
      });
      expect(receipt.text).toContain('Bonjour Madame Maertens,');
      expect(receipt.text).toContain('dans un délai d’un jour ouvrable');
      expect(receipt.text).toContain(`${MAIL_SITE}/fr/a-vendre/`);
      expect(receipt.text).not.toMatch(/\/m\//);
    });

    test('the receipt of an offer names no other property; without a title both names are used', async () => {
      const { post, rows } = await open();
      await post('offer', { property: PROPERTY_ID });
      const { mails } = await rows();
      const receipt = mails.find(({ kind }) => kind === 'offer-receipt')!;
      expect(receipt.text).toContain('Dag Margriet Maertens,');
      expect(new Set(receipt.text.match(/\S+\/nl\/te-koop\/[^\s.]*/g)).size).toBe(1);
      const price = priceWords(site.listing(Number(PROPERTY_ID))!, 'nl', labelsIn('nl'));
      for (const { kind, text } of mails) expect(text, kind).toContain(`Vraagprijs: ${price}`);
      for (const said of ['Uw bod bindt u', 'legt uw bod binnen één werkdag voor', 'We bellen u met het antwoord'])
        expect(receipt.text).toContain(said);
    });

    test('a newsletter that was asked for is named, with its second mail', async () => {
      const { post, rows, database } = await open();
      await post('contact-me', { property: PROPERTY_ID, newsletter: 'on' });
      const { mails } = await rows();
      for (const kind of ['contact-me-agency', 'contact-me-receipt'])
        expect(mails.find((mail) => mail.kind === kind)!.text, kind).toContain('Nieuwsbrief: Gevraagd');
      await post('site-contact', {});
      expect((await rows()).mails.at(-1)!.text).not.toContain('Nieuwsbrief');
      // Who has confirmed it gets no second mail, and none is promised.
      await database.db.updateTable('newsletter').set({ state: 'confirmed' }).execute();
      await post('site-contact', { newsletter: 'on' });
      expect((await rows()).mails.at(-1)!.text).toContain('Nieuwsbrief: Al ingeschreven');
    });

    test('the agency reads whether a testimonial may be published', async () => {
      const { post, rows } = await open();
      await post('testimonial', { publish: [] });
      expect((await rows()).mails[0]!.text).toContain('Publicatie: Nee, niet op de site');
      await post('testimonial', { publish: ['yes'] });
      expect((await rows()).mails.at(-1)!.text).toContain('Publicatie: Dit mag op de site');
    });

    test('the agency reads which documents were asked for', async () => {
      const { post, rows } = await open();
      await post('document-request', { property: PROPERTY_ID });
      const titles = documentsOf(site, Number(PROPERTY_ID), 'nl').map(({ title }) => title);
      expect(titles.length).toBeGreaterThan(0);
      const agency = (await rows()).mails.find(({ kind }) => kind === 'document-request-agency')!;
      expect(agency.text).toContain(`Documenten: ${titles.join(', ')}`);
    });

    test('text of a visitor is never markup and starts no header', async () => {
      const { post, rows } = await open();
      await post('contact-me', {
        firstName: '<img src=x onerror=alert(1)>',
        message: '</td></table><script>alert(1)</script> {{constructor}} ${7*7}',
      });
      const { mails } = await rows();
      expect(mails.length).toBeGreaterThan(1);
      for (const { html, subject } of mails) {
        expect(html).not.toMatch(/<script|<img src=x/);
        expect(subject).not.toMatch(/[\r\n]/);
      }
      expect(await post('contact-me', { email: 'jan@example.be\r\nBcc: all@example.be' })).toMatchObject({
        problems: { email: 'wrong' },
      });
    });

    test('a friend gets the property and the message, and only the link to the property', async () => {
      const { post, rows } = await open();
      expect(
        await post('send-to-friend', { property: PROPERTY_ID, message: 'Kijk op www.evil.example' }),
      ).toMatchObject({
        problems: { message: 'wrong' },
      });
      expect(await post('send-to-friend', { property: PROPERTY_ID, yourName: 'https://evil.example' })).toMatchObject({
        problems: { yourName: 'wrong' },
      });
      await post('send-to-friend', { property: PROPERTY_ID, message: 'Iets voor <a href="//evil.example">jou</a>?' });
      const { mails } = await rows();
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatchObject({ recipient: 'jan@example.be', reply_to: 'margriet@example.be' });
      const links = [...mails[0]!.html!.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!);
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(link).toMatch(new RegExp(`^${MAIL_SITE}/nl/te-koop/`));
      // What the friend can judge at a glance: photograph, town, price and reference.
      expect(mails[0]!.html).toMatch(new RegExp(`<img [^>]*src="${MAIL_SITE}/media/`));
      expect(mails[0]!.text).toMatch(/1850 Grimbergen · €\s595\.000/);
      expect(mails[0]!.text).toContain(`Ref: ${PROPERTY_ID}`);
    });

    test('an unknown property is sent to no friend, and the visitor is not thanked', async () => {
      const { post, rows } = await open();
      expect(await post('send-to-friend', { property: '999999999' })).toMatchObject({
        ok: false,
        problem: 'unknown-form',
      });
      expect(await rows()).toEqual({ leads: [], mails: [] });
    });

    test('a receipt about a property lists similar properties', async () => {
      const { post, rows } = await open();
      await post('contact-me', { property: PROPERTY_ID });
      const receipt = (await rows()).mails.find(({ kind }) => kind === 'contact-me-receipt')!;
      expect(
        [...receipt.text.matchAll(/\/te-koop\/[^/]+\/[^/]+\/(\d+)\//g)]
          .map(([, id]) => id)
          .filter((id) => id !== PROPERTY_ID).length,
      ).toBeGreaterThan(0);
    });
  });

  test('the newsletter is requested only when its box is offered and ticked', async () => {
    const { post, rows, database } = await open();
    await post('contact-me', { newsletter: '' });
    await post('offer', { newsletter: '1', property: PROPERTY_ID });
    expect(await database.db.selectFrom('newsletter').selectAll().execute()).toEqual([]);
    await post('contact-me', { newsletter: '1' });
    expect((await rows()).mails.filter(({ kind }) => kind === 'newsletter-confirm')).toHaveLength(1);
    expect(await database.db.selectFrom('newsletter').select(['email', 'state']).execute()).toEqual([
      { email: 'margriet@example.be', state: 'pending' },
    ]);
  });
});
