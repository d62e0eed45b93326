import { isNonResidential } from '../../features/property/energy.ts';
import { type Property, typeKeysOf } from '../../features/property/property.ts';
import { isGone, marqueeOf } from '../../features/property/property-state.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';

/** The certificate of a small unit is not one of five years, although it is for an office or shop. */
const SMALL_UNIT = /\bKNR\b/i;

/**
 * Reports energy certificates that have expired, and those of offices and shops that seem to be valid for longer than
 * they can be. Without `now` nothing is judged.
 */
export function checkCertificates({ properties, propertyTypes, settings }: Content, now?: Date): ContentProblem[] {
  if (!now) return [];
  const today = now.toISOString().slice(0, 10);
  const { years } = settings.energy.nonResidential;
  const latest = `${now.getFullYear() + years}${today.slice(4)}`;
  const report = foundWith(settings.checks.energy, 'energy');
  const problemOf = (property: Property): ContentProblem[] => {
    const until = String(property.EPCExpiryDate ?? '').slice(0, 10);
    if (!/^\d{4}-\d\d-\d\d$/.test(until) || isGone(marqueeOf(property, settings.site.marquee))) return [];
    const about = { file: `properties/${property.ID}.json`, field: 'EPCExpiryDate', found: shown(until) };
    if (until < today)
      return report({
        ...about,
        allowed: 'the energy certificate has expired: an advert needs a valid one',
        say: { label: 'FINDING_EPC_EXPIRED', values: {} },
      });
    const facts = { ...property, typeKeys: typeKeysOf(property.WebIDs, propertyTypes) };
    const isShort = isNonResidential(facts, settings.energy) && !SMALL_UNIT.test(String(property.EPCNumber ?? ''));
    return isShort && until > latest
      ? report({
          ...about,
          allowed: `the certificate of an office or shop is valid for ${years} years, so at most until ${latest}`,
          say: { label: 'FINDING_EPC_YEARS', values: { years } },
        })
      : [];
  };
  return properties.flatMap(problemOf);
}
