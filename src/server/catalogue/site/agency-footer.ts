import { formatPhone } from '../../../domain/text/phone.ts';
import type { Language } from '../../../i18n/languages.ts';
import { localized } from '../../../i18n/localized.ts';
import type { Site } from './site.ts';

/** Who writes: the line under every mail of the agency. */
export function agencyFooter({ settings }: Site, language: Language): string[] {
  const { agency } = settings.site;
  return [`${agency.name}, ${agency.street}, ${agency.zip} ${localized(agency.city, language)}, ${formatPhone(agency.phone)}`];
}
