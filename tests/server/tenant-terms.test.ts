import { beforeAll, describe, expect, test } from 'vitest';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { freeViewings } from '../../src/features/viewing/book-viewing.server.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite, poster, stored } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

/** Hours on every day, so that a time is free whenever this runs. */
const ALWAYS = Object.fromEntries(
  ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((day) => [
    day,
    [{ from: '09:00', to: '12:00' }],
  ]),
);

describe('what a future tenant reads about a viewing', () => {
  test.each([
    ['Flanders', '1850', true, '3 maanden huur'],
    ['Wallonia', '1300', true, '2 maanden huur'],
    ['Brussels: nothing before the viewing', '1000', false, 'maanden huur'],
  ])('%s', async (_name, zip, said, words) => {
    const { database } = await openStorage('sqlite');
    const rental = {
      ...agency.listings.find(({ goal, gone, price }) => goal === 'rent' && !gone && price)!,
      zip,
      id: 77,
      manager: null,
      price: 1000,
      bedrooms: 2,
    };
    const viewings = { ...agency.settings.viewings, confirm: 'auto' as const, hours: ALWAYS, agents: {} };
    const site = createSite({ ...agency, listings: [rental], settings: { ...agency.settings, viewings } });
    const [slot] = (await freeViewings(database, site, rental)).slots;
    // In Brussels a telephone number may not be required beside the email address.
    const phone = zip === '1000' ? '' : '0470 12 34 56';
    const { post } = poster({ database, site });
    expect(
      await post('contact-appointment', { property: '77', slot: slot!.startsAt, startDate: '', phone }),
    ).toMatchObject({
      ok: true,
    });
    const mail = (await stored(database)).mails.find(({ kind }) => kind === 'viewing-confirmed')!;
    const text = mail.text.replaceAll('\u00a0', ' ');
    expect(text.includes(words)).toBe(said);
    expect(text.includes('€ 3.000')).toBe(said);
    expect(text.includes('Maximaal 4 personen')).toBe(said);
  });
});
