import { beforeAll, describe, expect, test } from 'vitest';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { openForms } from '../support/open-forms.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, PROJECT } from '../support/submit.ts';

let site: Site;
let main = '';
let second = '';
/** A property of the second office. */
let there = '';
beforeAll(() => {
  site = agencySite();
  [main = '', second = ''] = site.offices.map(({ email }) => email);
  there = String(site.listings.find(({ office, gone }) => office === 'brussels' && !gone)?.id);
});

describe.each(ENGINES)('an agency with two offices, on %s', (engine: Engine) => {
  const send = async (form: string, values: Record<string, unknown>, of = site) => {
    const { post, rows } = await openForms(engine, of, 'off');
    const result = await post(form, values);
    const { mails } = await rows();
    return {
      result,
      to: mails.filter(({ kind }) => kind === `${form}-agency`).map(({ recipient }) => recipient),
      mails,
    };
  };

  test('sends a lead to the office of the property, and replies to its visitor go there', async () => {
    const { to, mails } = await send('contact-me', { property: there });
    expect(to[0]).toBe(second);
    expect(to).not.toContain(main);
    expect(mails.find(({ kind }) => kind === 'contact-me-receipt')?.reply_to).toBe(second);
    expect((await send('contact-construction', { project: PROJECT })).to[0]).toBe(main);
  });

  test('sends a lead about a place to the office of its region, and every other one to the agency', async () => {
    expect((await send('contact-demand', { zip: '1050', city: 'Elsene' })).to).toEqual([second]);
    expect((await send('contact-demand', { zip: '1850', city: 'Grimbergen' })).to).toEqual([main]);
    const region = { towns: [], zips: '', regions: ['brussels'] };
    expect((await send('demand-register', region)).to).toEqual([second]);
    const mailTo = 'leads@kantoorproefhof.example';
    const own = createSite({ ...site, settings: { ...site.settings, forms: { ...site.settings.forms, mailTo } } });
    expect((await send('contact-demand', { zip: '9000', city: 'Gent' }, own)).to).toEqual([mailTo]);
    expect((await send('site-contact', {}, own)).to).toEqual([mailTo]);
  });

  test('meets visitors at the property, or at its office when the settings say so', async () => {
    const { viewings } = site.settings;
    const at = async (settings: Partial<typeof viewings>) => {
      const { free, book, mails } = await openViewings(engine, site, { confirm: 'auto', ...settings }, there);
      const [slot = ''] = await free();
      await book(slot);
      const [mail] = await mails('viewing-confirmed');
      return { text: String(mail?.text), calendar: JSON.parse(String(mail?.attachments))[0].content as string };
    };
    const office = await at({ place: 'office' });
    expect(office.text).toContain('In ons kantoor, Proefkaai 3, 1000 Brussel');
    expect(office.calendar.replace(/\r\n /g, '')).toMatch(/LOCATION:In ons kantoor\\, Proefkaai 3/);
    expect(office.calendar.replace(/\r\n /g, '')).toContain(second);
    const differs = {
      ...viewings.properties[there],
      closedDays: [],
      openHouses: [],
      bookable: true,
      place: 'property' as const,
    };
    expect((await at({ place: 'office', properties: { [there]: differs } })).text).not.toContain('Proefkaai');
    expect((await at({})).text).not.toContain('Proefkaai');
  });
});
