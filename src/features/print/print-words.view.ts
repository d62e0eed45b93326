import { type HTMLElement, parse } from 'node-html-parser';
import type { Site } from '../../content/site/site.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/languages.ts';
import { formatPhone, phoneLink } from '../../platform/text/contact-details.ts';
import type { Listing } from '../property/listing.ts';

/** A part of a property page under its heading. */
export interface PrintBlock {
  title: string;
  /** What a drawing says, such as the energy scale; null without one. */
  lead: string | null;
  /** A warning that the law asks for, such as the flood symbol. */
  notice: string | null;
  rows: readonly (readonly [name: string, value: string])[];
}

/** A picture of a property page: its path below /media/, the version of its content, and its alternative text. */
export interface PrintPicture {
  path: string;
  version: string;
  alt: string;
}

/** What the published page of a property says, for print: public by nature, and in its language. */
interface PrintFacts {
  place: string;
  title: string;
  kicker: string;
  /** The sentence about its state, such as "under option"; null without one. */
  state: string | null;
  price: string;
  figures: readonly (readonly [name: string, value: string])[];
  paragraphs: readonly string[];
  /** The summary in easy language under its heading; null without one. */
  easy: { title: string; paragraphs: readonly string[] } | null;
  blocks: readonly PrintBlock[];
  photos: readonly PrintPicture[];
  plans: readonly PrintPicture[];
}

// White space that separates nothing: a space within an amount stays.
const wordsOf = (element: HTMLElement | null) =>
  // Soft hyphens are for narrow screens.
  (element?.textContent ?? '')
    .replaceAll('\u00AD', '')
    .replace(/[^\S\u00A0\u202F]+/g, ' ')
    .trim();

const rowsOf = (element: HTMLElement, selector: string) =>
  element.querySelectorAll(selector).map((row) => {
    const [name, value] = [wordsOf(row.querySelector('dt')), wordsOf(row.querySelector('dd'))];
    // A label says its own name for those who do not see it.
    return [name, value.startsWith(`${name} `) ? value.slice(name.length + 1) : value] as const;
  });

function pictureOf(link: HTMLElement): PrintPicture[] {
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  const [, path] = /^\/media\/(.+)$/.exec(pathname) ?? [];
  const alt = link.querySelector('img')?.getAttribute('alt') ?? '';
  return path ? [{ path: decodeURIComponent(path), version: searchParams.get('v') ?? '', alt }] : [];
}

/** A plan; its text names the rooms that the drawing numbers. */
function planOf(item: HTMLElement): PrintPicture[] {
  const link = item.querySelector('a[data-slide]');
  const rooms = item.querySelector('small > span')?.textContent.split('\n').join(', ');
  return (link ? pictureOf(link) : []).map(({ alt, ...plan }) => ({
    ...plan,
    alt: [alt, rooms].filter(Boolean).join(': '),
  }));
}

/**
 * What a part of the page says, under its heading; the figures, a fold and each part of the ledger are parts.
 */
function blockOf(part: HTMLElement): PrintBlock {
  const title = wordsOf(part.querySelector('summary, h3') ?? part.closest('section')?.querySelector('h2') ?? null);
  const scores = part.querySelectorAll('.scores > div > div').map((score) => {
    const [name = '', value = ''] = wordsOf(score.querySelector('b'))
      .split(':')
      .map((words) => words.trim());
    return [name, [value, wordsOf(score.querySelector('p'))].filter(Boolean).join('. ')] as const;
  });
  const notice = wordsOf(part.querySelector('.notice')) || null;
  const lead = part.querySelector('.energy svg')?.getAttribute('aria-label') ?? null;
  return { title, lead, notice, rows: [...scores, ...rowsOf(part, part.tagName === 'DL' ? 'div' : 'dl > div')] };
}

const PARTS = [
  '#features .key',
  '#features .fold',
  '.costs',
  '.energy-block',
  '.flood-block',
  '.ledger section',
  '#map section',
];

/** What the chapters of a page say, one block per heading: the ledger adds to what is drawn. */
function blocksOf(page: HTMLElement): PrintBlock[] {
  const blocks = new Map<string, PrintBlock>();
  for (const block of PARTS.flatMap((part) => page.querySelectorAll(part)).map(blockOf)) {
    const { title, lead, notice, rows } = block;
    const first = blocks.get(title) ?? block;
    const all = first === block ? rows : [...first.rows, ...rows];
    blocks.set(title, { title, lead: first.lead ?? lead, notice: first.notice ?? notice, rows: all });
  }
  return [...blocks.values()].filter(({ lead, notice, rows }) => lead || notice || rows.length > 0);
}

/** Reads the published page of a property; null when it is not one. */
export function printFacts(html: string): PrintFacts | null {
  const page = parse(html).querySelector('main');
  const title = page?.querySelector('.title h1');
  if (!page || !title) return null;
  const easy = page.querySelector('.main .easy');
  return {
    place: wordsOf(page.querySelector('.title .place')),
    title: wordsOf(title),
    kicker: wordsOf(page.querySelector('.main > .meta')),
    state: wordsOf(page.querySelector('.title .state')) || null,
    price: wordsOf(page.querySelector('.pricebox .amount')),
    figures: rowsOf(page, '.title dl.key > div:not(:has(.epc))'),
    paragraphs: page.querySelectorAll('.main .prose p').map(wordsOf).filter(Boolean),
    easy: easy && {
      title: wordsOf(easy.querySelector('h2')),
      paragraphs: easy.querySelectorAll('p').map(wordsOf),
    },
    blocks: blocksOf(page),
    photos: page.querySelectorAll('.gallery a[data-slide]').flatMap(pictureOf),
    plans: page.querySelectorAll('.plans > li').flatMap(planOf),
  };
}

/** A line of print; a screen follows its link. */
export interface PrintLine {
  text: string;
  href?: string;
}

/** What is printed of a property and of the agency that offers it; plain data, for a thread. */
export interface PrintWords {
  language: string;
  facts: PrintFacts;
  listing: Pick<Listing, 'id' | 'label' | 'point'>;
  /** Words of the site, in the language. */
  words: { goal: string; label: string; photos: string; plans: string; map: string; scan: string; reference: string };
  /** What the law asks to be said about its energy performance, in one line. */
  energy: string;
  agency: string;
  /** The address of the page, which the QR code holds. */
  href: string;
  /** Who shows it. */
  contact: { name: string; portrait: PrintPicture | null; phone: PrintLine; email: PrintLine; address: PrintLine };
  licence: string;
  /** Sender, licence and the day of printing. */
  legal: string;
}

/** Collects what is printed about a property, on a day. */
export function printWords(
  { listing, facts }: { listing: Listing; facts: PrintFacts },
  { site, siteUrl, language, t }: { site: Site; siteUrl: string; language: string; t: Translate },
  today: string,
): PrintWords {
  const { agency } = site.settings.site;
  const office = site.officeOf(listing);
  const member = site.members.find(({ id }) => id === listing.manager);
  const phone = member?.phone ?? office.phone;
  const email = member?.email ?? office.email;
  return {
    ...{ language, facts, energy: energyOf(facts, t) },
    listing: { id: listing.id, label: listing.label, point: listing.point },
    words: {
      goal: t(listing.goal === 'sale' ? 'FOR_SALE' : 'FOR_RENT'),
      label: listing.label ? `${t('EPC_LABEL')}: ${listing.label.text}` : '',
      photos: t('PRINT_PHOTOS'),
      plans: t('FLOOR_PLANS'),
      map: t('MAP_OF', { place: facts.place }),
      scan: t('PRINT_SCAN'),
      reference: t('REF_SHORT', { id: listing.reference }),
    },
    agency: agency.name,
    href: siteUrl + site.listingPath(listing, language),
    contact: {
      name: member?.name ?? agency.name,
      portrait: member?.image ? { path: member.image.src, version: member.image.v ?? '', alt: member.name } : null,
      phone: { text: formatPhone(phone, site.settings.site), href: phoneLink(phone) },
      email: { text: email, href: `mailto:${email}` },
      address: { text: `${office.street}, ${office.zip} ${localized(office.city, language)}` },
    },
    licence: agency.bivNumber && t('LICENSED_AGENT', { number: agency.bivNumber }),
    legal: [
      `${agency.legalName}, ${agency.street}, ${agency.zip} ${localized(agency.city, language)}`,
      [
        agency.companyNumber && t('COMPANY_NUMBER', { number: agency.companyNumber }),
        localized(agency.register, language),
      ]
        .filter(Boolean)
        .join(', '),
      agency.bivNumber && t('LICENSED_AGENT', { number: agency.bivNumber }),
      t('PRINT_NO_CONTRACT', { date: formatDate(today, language) }),
    ]
      .filter(Boolean)
      .join('. '),
  };
}

const MOST_ROWS = 3;

/** Score, certificate and warnings: the law asks for them in each advert. */
function energyOf({ blocks }: PrintFacts, t: Translate): string {
  const energy = blocks.find(({ title }) => title === t('ENERGY'));
  const rows = energy?.rows.slice(0, MOST_ROWS).map((row) => row.join(': ')) ?? [];
  const notices = blocks.flatMap(({ notice }) => notice ?? []);
  return [energy?.lead, ...rows, ...notices].filter(Boolean).join('. ');
}
