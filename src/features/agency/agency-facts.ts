import { localized } from '../../i18n/languages.ts';
import { formatPhone, phoneLink } from '../../platform/text/contact-details.ts';
import type { SiteSettings } from './settings.ts';

type Agency = SiteSettings['agency'] & Pick<SiteSettings, 'phoneFormat'>;

/** What a text can say about the agency; empty where settings/site.json does not say it. */
const FACTS: Readonly<Record<string, (agency: Agency, language: string) => string>> = {
  agency: ({ name }) => name,
  legalName: ({ legalName }) => legalName,
  street: ({ street }) => street,
  address: ({ street, zip, city }, language) => `${street}, ${zip} ${localized(city, language)}`,
  phone: ({ phone, phoneFormat }) => formatPhone(phone, { phoneFormat }),
  email: ({ email }) => email,
  hours: ({ hours }, language) => localized(hours, language),
  city: ({ city }, language) => localized(city, language),
  companyNumber: ({ companyNumber }) => companyNumber,
  vatNumber: ({ vatNumber }) => vatNumber,
  bivNumber: ({ bivNumber }) => bivNumber,
  thirdPartyAccount: ({ thirdPartyAccount = '' }) => thirdPartyAccount,
  register: ({ register }, language) => localized(register, language),
  insurance: ({ insurance }, language) => localized(insurance, language),
};
const PLACE = new RegExp(`\\{(${Object.keys(FACTS).join('|')})\\}`, 'g');

/** The facts that are links where a text is Markdown. */
const LINKS: Readonly<Record<string, (agency: Agency) => string>> = {
  phone: ({ phone }) => phoneLink(phone),
  email: ({ email }) => `mailto:${email}`,
};

/**
 * Content with the facts of the agency filled in, so that texts follow settings/site.json. A line that names a fact
 * which the settings do not have is left out. In Markdown the telephone number and the e-mail address are links.
 * @example withAgencyFacts({ en: 'VAT: {vatNumber}' }, agency, 'plain') // { en: 'VAT: BE 0123.456.749' }
 */
export function withAgencyFacts<Content>(content: Content, agency: Agency, as: 'markdown' | 'plain'): Content {
  const filled = (value: string, language: string) =>
    value
      .split('\n')
      .flatMap((line) => {
        let isComplete = true;
        const found = line.replace(PLACE, (_, name: string) => {
          const fact = FACTS[name]?.(agency, language) ?? '';
          isComplete &&= fact !== '';
          const link = as === 'markdown' && fact ? LINKS[name]?.(agency) : '';
          return link ? `[${fact}](${link})` : fact;
        });
        return isComplete ? [found] : [];
      })
      .join('\n');
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return value.includes('{') ? filled(value, key.toLowerCase()) : value;
    if (Array.isArray(value)) return value.map((one) => walk(one, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]));
  };
  return walk(content, '') as Content;
}
