import type { Localized } from '../../i18n/localized.ts';
import { localized } from '../../i18n/localized.ts';
import { formatPhone, phoneLink } from '../text/contact-details.ts';
import type { SiteSettings } from './site-settings.ts';

type Agency = SiteSettings['agency'];

/** What an article can say about the agency, as Markdown; empty where settings/site.json does not say it. */
const FACTS: Readonly<Record<string, (agency: Agency, language: string) => string>> = {
  agency: ({ name }) => name,
  legalName: ({ legalName }) => legalName,
  address: ({ street, zip, city }, language) => `${street}, ${zip} ${localized(city, language)}`,
  phone: ({ phone }) => `[${formatPhone(phone)}](${phoneLink(phone)})`,
  email: ({ email }) => `[${email}](mailto:${email})`,
  companyNumber: ({ companyNumber }) => companyNumber,
  vatNumber: ({ vatNumber }) => vatNumber,
  bivNumber: ({ bivNumber }) => bivNumber,
  thirdPartyAccount: ({ thirdPartyAccount = '' }) => thirdPartyAccount,
  register: ({ register }, language) => localized(register, language),
  insurance: ({ insurance }, language) => localized(insurance, language),
};
const PLACE = new RegExp(`\\{(${Object.keys(FACTS).join('|')})\\}`, 'g');

/**
 * A text with the facts of the agency filled in, so that legal texts follow settings/site.json. A line that names a
 * fact which the settings do not have is left out.
 * @example withAgencyFacts({ en: '- VAT number: {vatNumber}' }, agency) // { en: '- VAT number: BE 0123.456.749' }
 */
export function withAgencyFacts<Text extends Localized | undefined>(text: Text, agency: Agency): Text {
  if (!text) return text;
  const filled = (value: string, language: string) =>
    value
      .split('\n')
      .flatMap((line) => {
        let isComplete = true;
        const found = line.replace(PLACE, (_, name: string) => {
          const fact = FACTS[name]!(agency, language);
          isComplete &&= fact !== '';
          return fact;
        });
        return isComplete ? [found] : [];
      })
      .join('\n');
  return Object.fromEntries(
    Object.entries(text).map(([language, value]) => [language, filled(String(value), language.toLowerCase())]),
  ) as Text;
}
