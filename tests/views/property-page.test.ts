import { describe, expect, test } from 'vitest';
import { linksOf, mainOf, open, wordsOf } from '../support/browse.ts';
import { BARE_PROPERTY, CODE, HOSTILE_PROPERTY, LANGUAGES } from '../support/odd-content.ts';

const sale = (id: number, code = 'nl') =>
  open(`/${code}/${{ nl: 'te-koop', fr: 'a-vendre', en: 'for-sale', de: 'zu-verkaufen' }[code]}/x/y/${id}/`);
const rent = (id: number) => open(`/nl/te-huur/x/y/${id}/`);
const priceOn = async (page: Promise<Awaited<ReturnType<typeof open>>>) =>
  wordsOf((await page).querySelector('.pricebox .amount'));

describe('the price', () => {
  test.each([
    ['of a house', () => sale(35187), '€ 595.000'],
    ['of a house in English, as its readers write it', () => sale(35187, 'en'), '€595,000'],
    ['of a house in German, as its readers write it', () => sale(35187, 'de'), '595.000 €'],
    ['of a flat for rent, per month', () => rent(35160), '€ 1.050 / maand'],
    ['of a unit that starts at it', () => sale(35141), 'Vanaf € 559.000'],
    ['that is hidden', () => sale(35106), 'Prijs op aanvraag'],
    ['that was never filled in', () => sale(BARE_PROPERTY), 'Prijs op aanvraag'],
  ])('%s', async (_name, page, expected) => {
    expect(await priceOn(page())).toBe(expected);
  });
});

describe('the postal address', () => {
  test('of a property that publishes it has street and number', async () => {
    expect(wordsOf((await sale(35187)).querySelector('.place'))).toBe('Hertogstraat 18, 1850 Grimbergen');
  });

  test('of a property that hides it has the town only', async () => {
    expect(wordsOf((await sale(35114)).querySelector('.place'))).toBe('1785 Merchtem');
  });
});

describe('the agent', () => {
  test('with a number on WhatsApp has a link that opens a chat about the property', async () => {
    const links = linksOf((await sale(35131)).querySelector('.agent'));
    const chat = links.find((href) => href.startsWith('https://wa.me/'));
    expect(chat).toMatch(/^https:\/\/wa\.me\/32471770184\?text=[^&]+/);
    expect(decodeURIComponent(chat!.split('=')[1]!)).toMatch(/^.+ \(.+\)$/);
  });

  test('says languages and when they reply, and leads to what they sold in the same town', async () => {
    const page = await sale(35187);
    expect(wordsOf(page.querySelector('.agent'))).toMatch(/Spreekt: .*\. Antwoordt binnen één werkdag\./);
    const href = page.querySelector('.sold-here')?.getAttribute('href') ?? '';
    const sold = await open(href);
    expect(wordsOf(sold.querySelector('.notch'))).toBe('Verkocht');
    expect(wordsOf(sold.querySelector('.place'))).toContain('Grimbergen');
    expect(wordsOf(sold.querySelector('.agent b'))).toBe(wordsOf(page.querySelector('.agent b')));
  });

  test('without one has none', async () => {
    expect(linksOf((await sale(35106)).querySelector('.agent')).join()).not.toContain('wa.me');
  });
});

describe('the summary in easy language', () => {
  test('is below the description, in each language in which the editor gave it', async () => {
    for (const [code, title, words] of [
      ['nl', 'In eenvoudige taal', 'Dit is een huis in Grimbergen'],
      ['fr', 'En langage simple', 'C’est une maison à Grimbergen'],
    ] as const) {
      const easy = (await sale(35187, code)).querySelector('.main > .prose + .easy');
      expect(wordsOf(easy?.querySelector('h2') ?? null)).toBe(title);
      expect(wordsOf(easy)).toContain(words);
    }
  });

  test('is absent where there is none, and in a language without one', async () => {
    expect((await sale(35109)).querySelectorAll('.easy')).toHaveLength(0);
    expect((await sale(35187, 'de')).querySelectorAll('.easy')).toHaveLength(0);
  });
});

describe('the energy label', () => {
  test.each([
    [35187, 'Flanders, 186', 'B'],
    [35109, 'Flanders, 412', 'E'],
    [35114, 'Flanders, exactly 500', 'E'],
    [35115, 'Flanders, 545', 'F'],
    [35111, 'Flanders, below zero', 'A+'],
    [35131, 'Brussels, 62,4 between two bands', 'B'],
    [35135, 'Wallonia, 511', 'G'],
    [35138, 'Luxembourg, from the text', 'B'],
  ])('of property %i (%s) is %s', async (id, _name, label) => {
    const tag = (await sale(id)).querySelector('.key .epc');
    expect(wordsOf(tag)).toBe(label);
  });

  test('is drawn on its scale with the value in words', async () => {
    const drawing = (await sale(35187)).querySelector('.energy svg');
    expect(drawing?.getAttribute('aria-label')).toMatch(/B.*186/);
    expect(wordsOf(drawing)).toContain('186');
  });

  test.each([35123, 35129])('is not shown for land and garages (%i)', async (id) => {
    expect((await sale(id)).querySelector('main > .wrap .epc')).toBeNull();
  });

  test.each([
    [35187, /EPC/],
    [35131, /EPB/],
    [35135, /EPB-certificaat \(Wallonië\)/],
    [35138, /CPE/],
  ])('of property %i carries the name of its region', async (id, name) => {
    expect(wordsOf((await sale(id)).querySelector('.ledger'))).toMatch(name);
  });
});

describe('the renovation duty', () => {
  test.each([35109, 35115])('is stated for a Flemish property with label E or F (%i)', async (id) => {
    expect(wordsOf((await sale(id)).querySelector('.notice'))).toMatch(/Renovatieplicht.*5 jaar.*label D/);
  });

  test.each([35187, 35135, 35131])('is not claimed elsewhere (%i)', async (id) => {
    expect((await sale(id)).querySelector('.energy-block .notice')).toBeNull();
  });

  test('does not concern a tenant', async () => {
    expect((await rent(35171)).querySelector('.energy-block .notice')).toBeNull();
  });
});

describe('the ribbon', () => {
  test.each([
    [35103, 'sale', 'Verkocht', 'Dit pand is verkocht.'],
    [35143, 'sale', 'Verkocht', 'Dit pand is verkocht.'],
    [35173, 'rent', 'Verhuurd', 'Dit pand is verhuurd.'],
    [35108, 'sale', 'In optie', ''],
  ])('of property %i (%s) says %s', async (id, goal, ribbon, notice) => {
    const page = await (goal === 'sale' ? sale(id) : rent(id));
    expect(wordsOf(page.querySelector('.notch'))).toBe(ribbon);
    expect(wordsOf(page.querySelector('.state'))).toBe(notice);
  });
});

test('the notice of a property repeats the words of its ribbon', async () => {
  expect(wordsOf((await sale(35123)).querySelector('.state'))).toBe('Verkocht onder voorbehoud.');
});

describe('a form about a property that is no longer available', () => {
  test.each(['contact-appointment', 'offer', 'document-request'])('%s says so and leads on', async (form) => {
    const main = (await open(`/nl/${form}/?property=35103`)).querySelector('main');
    expect(wordsOf(main)).toContain('Dit pand is verkocht.');
    expect(main?.querySelector('form[data-form]')).toBeNull();
    expect(linksOf(main)).toEqual(expect.arrayContaining(['/nl/te-koop/', '/nl/hou-me-op-de-hoogte/']));
  });

  test('a question can still be sent', async () => {
    const main = (await open('/nl/contact-me/?property=35123')).querySelector('main');
    expect(wordsOf(main)).toContain('Verkocht onder voorbehoud.');
    expect(main?.querySelector('form[data-form=contact-me]')).not.toBeNull();
  });
});

test('a property without photographs says so, on its page and in lists', async () => {
  expect(mainOf(await sale(BARE_PROPERTY))).toContain('Foto’s volgen');
  expect((await sale(BARE_PROPERTY)).querySelectorAll('.gallery img')).toEqual([]);
});

test('a property without a title is named by its type and town', async () => {
  expect(wordsOf((await sale(BARE_PROPERTY)).querySelector('h1'))).toBe('Kaal huis nl, Grimbergen');
});

test('documents are named but not linked', async () => {
  const page = await sale(35187);
  expect(mainOf(page)).toContain('Energieprestatiecertificaat (EPC)');
  expect(linksOf(page).filter((href) => /pdf|documents/.test(href))).toEqual(['brochure.pdf']);
});

test('text that looks like markup stays text', async () => {
  for (const code of LANGUAGES) {
    const page = await sale(HOSTILE_PROPERTY, code);
    expect(page.querySelectorAll('[onerror], img[src=x]')).toEqual([]);
    expect(wordsOf(page.querySelector('h1'))).toBe(`</script><img src=x onerror=alert(1)>"'&amp;<b> ${code}`);
    expect(page.querySelector('main b b')).toBeNull();
    expect(mainOf(page)).toContain(CODE);
  }
  const [text, list] = await Promise.all([open('/nl/markup-nl/'), open('/nl/te-koop/grimbergen/')]);
  expect(text.querySelectorAll('main script, main [onerror], main a[href^="javascript:"]')).toEqual([]);
  expect(list.querySelectorAll('[onerror], img[src=x]')).toEqual([]);
});

test('a project shows its units and a link to its own site', async () => {
  const page = await open('/nl/projecten/x/y/801/');
  expect(linksOf(page)).toContain('https://www.hofterproef.example');
  for (const id of [35141, 35142, 35143])
    expect(page.querySelector(`main a[href$="/${id}/"]`), String(id)).not.toBeNull();
});

test('an open house stands on the page, on the card and in the linked data, with the way to register', async () => {
  const page = await sale(35101);
  expect(wordsOf(page.querySelector('.pricebox'))).toContain('Open huis zaterdag 6 juni, 10:00–12:00');
  expect(linksOf(page.querySelector('.pricebox')).join()).toContain('contact-appointment/?property=35101');
  const data = page
    .querySelectorAll('script[type="application/ld+json"]')
    .map(({ text }) => text)
    .join();
  expect(data).toMatch(/"@type":"Event"[^}]*"startDate":"2099-06-06T08:00:00\.000Z"/);
  const card = (await open('/nl/te-koop/?ids=35101')).querySelector('.card[data-id="35101"] .notch');
  expect(wordsOf(card)).toBe('Open huis op 6 juni');
  expect(wordsOf((await sale(35187)).querySelector('.pricebox'))).not.toContain('Open huis');
});

test('a property that is gone shows similar ones before its chapters, and neither costs nor law', async () => {
  const page = await sale(35103);
  const order = page.querySelectorAll('.similar, .chapters').map((one) => one.getAttribute('class')?.split(' ').at(-1));
  expect(order).toEqual(['similar', 'chapters']);
  expect(page.querySelectorAll('#costs, .ledger')).toHaveLength(0);
  const offered = await sale(35187);
  expect(offered.querySelectorAll('#costs, .ledger')).toHaveLength(2);
});
