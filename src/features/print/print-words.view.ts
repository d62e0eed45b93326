import type { Site } from '../../content/site/site.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/localized.ts';
import { formatPhone, phoneLink } from '../../platform/text/contact-details.ts';
import type { Listing } from '../property/listing.ts';
import type { PrintFacts } from './print-facts.view.ts';

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
  words: { label: string; photos: string; plans: string; map: string; scan: string; reference: string };
  /** What the law asks to be said about its energy performance, in one line. */
  energy: string;
  agency: string;
  /** The address of the page, which the QR code holds. */
  href: string;
  /** Who shows it. */
  contact: { name: string; phone: PrintLine; email: PrintLine; address: PrintLine };
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
