import { beforeAll, describe, expect, test } from 'vitest';
import { calendar } from '../../src/app/mail-link.ts';
import type { Site } from '../../src/content/site/site.ts';
import { momentInWords } from '../../src/features/property/words.server.ts';
import { changeViewing } from '../../src/features/viewing/viewing-changes.server.ts';
import { mailLinkToken, readMailLink } from '../../src/platform/signing/mail-link.server.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, linksIn, SECRET } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

describe.each(ENGINES)('mails about viewings on %s', (engine: Engine) => {
  const open = (confirm: 'auto' | 'agency') => openViewings(engine, agency, { confirm });
  const actionsIn = (mail: Parameters<typeof linksIn>[0]) =>
    linksIn(mail).flatMap((token) => readMailLink(SECRET, token)?.do ?? []);

  test('the agency confirms by the first link of its mail, and reads which property and where', async () => {
    const { free, book, mails, listing } = await open('agency');
    const [slot = ''] = await free();
    await book(slot);
    const [mail] = await mails('contact-appointment-agency');
    expect(new Set(actionsIn(mail!))).toEqual(new Set(['confirm-viewing', 'cancel-viewing', 'handled']));
    expect(mail!.html).toMatch(/Bezoek bevestigen[\s\S]*Bezoek weigeren[\s\S]*Bekijk het pand/);
    expect(mail!.text).toMatch(new RegExp(`^Pand: .* · ref\\. ${listing.reference}\nAdres: .* ${listing.zip} `, 'm'));
  });

  test.each(['auto', 'agency'] as const)(
    'a moved viewing is named as such, with its earlier time (confirmed by: %s)',
    async (confirm) => {
      const { free, book, viewings, mails, parts } = await open(confirm);
      const [slot = '', next = ''] = await free();
      await book(slot, { titleOfAddress: 'mrs', firstName: 'Margriet', lastName: 'Maertens' });
      const [{ id } = { id: '' }] = await viewings();
      expect(await changeViewing(parts, id, { do: 'move', startsAt: next })).toEqual({ ok: true });
      const [toAgency] = await mails('viewing-moved-agency');
      expect(toAgency!.text).toContain(`Eerder gepland: ${momentInWords(slot, 'nl')}`);
      const toVisitor = (await mails(confirm === 'auto' ? 'viewing-confirmed' : 'viewing-requested')).at(-1)!;
      expect(toVisitor.subject).toMatch(/^Bezoek verplaatst: /);
      expect(toVisitor.text).toContain(momentInWords(next, 'nl'));
      expect(toVisitor.text).toContain(`Eerder gepland: ${momentInWords(slot, 'nl')}`);
      expect(toVisitor.text.includes('Uw bezoek is verplaatst. Het nieuwe uur is bevestigd.')).toBe(confirm === 'auto');
      expect(toVisitor.text).not.toContain('Uw afspraak is bevestigd');
      expect(toVisitor.text).toContain('Dag mevrouw Maertens,');
    },
  );

  test.each(['auto', 'agency'] as const)(
    'a certain viewing is in the calendar and on the way with one press each (confirmed by: %s)',
    async (confirm) => {
      const { free, book, viewings, mails, parts } = await open(confirm);
      const [slot = '', next = ''] = await free();
      await book(slot);
      const isCertain = confirm === 'auto';
      const [mail] = await mails(isCertain ? 'viewing-confirmed' : 'viewing-requested');
      const html = String(mail?.html);
      expect(html).toContain(momentInWords(slot, 'nl'));
      expect(html.includes('Zet in uw agenda')).toBe(isCertain);
      expect(html.includes('openstreetmap.org/search?query=')).toBe(isCertain);
      const [{ id } = { id: '' }] = await viewings();
      const token = mailLinkToken(SECRET, { do: 'move-viewing', viewing: id });
      expect((await calendar(parts, token)) !== null).toBe(isCertain);
      await changeViewing(parts, id, { do: 'confirm' });
      await changeViewing(parts, id, { do: 'move', startsAt: next, by: 'agency' });
      // The file says when it is now, whatever mail has led to it.
      const start = next.replace(/[-:]|\.\d+/g, '');
      expect(await calendar(parts, token)).toContain(`DTSTART:${start}`);
      await changeViewing(parts, id, { do: 'cancel', by: 'visitor' });
      expect(await calendar(parts, token)).toBeNull();
    },
  );

  test('the agency reads whether the visitor moved or cancelled it', async () => {
    const { free, book, viewings, mails, parts } = await open('auto');
    const [first = '', second = ''] = await free();
    await book(first);
    const [{ id } = { id: '' }] = await viewings();
    await changeViewing(parts, id, { do: 'move', startsAt: second });
    expect((await mails('viewing-moved-agency')).map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining('De bezoeker heeft een ander uur gekozen.')]),
    );
    await changeViewing(parts, id, { do: 'move', startsAt: first, by: 'agency' });
    expect((await mails('viewing-moved-agency')).at(-1)!.text).not.toContain('De bezoeker heeft');
    await changeViewing(parts, id, { do: 'cancel', by: 'visitor' });
    expect((await mails('viewing-cancelled-agency')).at(-1)!.text).toContain(
      'De bezoeker heeft dit bezoek geannuleerd.',
    );
  });

  test('without its lead a viewing is addressed by the name that it keeps itself', async () => {
    const { free, book, viewings, mails, parts, database } = await open('agency');
    const [slot = ''] = await free();
    await book(slot, { titleOfAddress: 'mr', firstName: 'Jan', lastName: 'Peeters' });
    const [{ id } = { id: '' }] = await viewings();
    await database.db.updateTable('viewings').set({ lead_id: null }).execute();
    await changeViewing(parts, id, { do: 'cancel', by: 'agency' });
    expect((await mails('viewing-cancelled'))[0]!.text).toContain('Dag Jan Peeters,');
  });
});
