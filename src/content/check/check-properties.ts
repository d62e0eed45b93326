import { LUXEMBOURG } from '../../features/place/country.ts';
import { regionOf } from '../../features/place/region.ts';
import { missingStatements } from '../../features/property/advert.ts';
import { energyLabelOf, energyValueOf, isNonResidential, labelOfText } from '../../features/property/energy.ts';
import { type Property, typeKeysOf } from '../../features/property/property.ts';
import { isGone, marqueeOf } from '../../features/property/property-state.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';

const HIGHEST = 3000;
const LOWEST = -500;

/** Reports what the law requires in an advert and is missing, and impossible energy scores and labels. */
export function checkProperties(content: Content): ContentProblem[] {
  const dependsOn = [content.propertyTypes, ...Object.values(content.settings)];
  return content.properties.flatMap((property) =>
    remembered(memory, property, dependsOn, () => [
      ...advertProblems(property, content),
      ...energyProblems(property, content),
      ...asbestosProblems(property),
    ]),
  );
}

const memory: Memory<ContentProblem[]> = new WeakMap();

function advertProblems(property: Property, { propertyTypes, settings }: Content): ContentProblem[] {
  return missingStatements(property, propertyTypes, settings).flatMap(({ duty, statement }) =>
    foundWith(
      duty.severity,
      'advert',
    )({
      file: `properties/${property.ID}.json`,
      field: statement.fields.find((field) => property[field] === undefined) ?? statement.fields[0] ?? '',
      found: '',
      allowed: `the advert must state: ${statement.words} (${duty.region}; ${duty.source}, read on ${duty.checked})`,
      say: { label: 'FINDING_ADVERT', values: { source: duty.source, date: duty.checked } },
    }),
  );
}

/** Since 2001 no material with asbestos may be used, so only buildings of that year or later need no certificate. */
const FIRST_YEAR_WITHOUT_ASBESTOS = 2001;

function asbestosProblems({ ID, AsbestosType, ConstructionYear }: Property): ContentProblem[] {
  const year = Number(ConstructionYear);
  if (AsbestosType !== 'not_required' || !year || year >= FIRST_YEAR_WITHOUT_ASBESTOS) return [];
  return foundWith(
    'warn',
    'advert',
  )({
    file: `properties/${ID}.json`,
    field: 'AsbestosType',
    found: shown(AsbestosType),
    allowed:
      `the page says "built in ${FIRST_YEAR_WITHOUT_ASBESTOS} or later", but ConstructionYear is ` +
      `${year}; correct one of them`,
  });
}

function energyProblems(property: Property, { propertyTypes, settings }: Content): ContentProblem[] {
  const file = `properties/${property.ID}.json`;
  const report = foundWith(settings.checks.energy, 'energy');
  const { EnergyPerformance: score, EPCLabelText: written } = property;
  const value = energyValueOf(score);
  const facts = { ...property, typeKeys: typeKeysOf(property.WebIDs, propertyTypes) };
  const label = energyLabelOf(facts, settings.energy);
  const isEmpty = score === undefined || score === null || ['', '-'].includes(String(score).trim());
  if (!isEmpty && value === null)
    return report({
      file,
      field: 'EnergyPerformance',
      found: shown(score),
      allowed: 'this is no number; write 212 or "212,5"',
    });
  if (value !== null && (value > HIGHEST || value < LOWEST))
    return report({
      file,
      field: 'EnergyPerformance',
      found: shown(score),
      allowed: `a score lies between ${LOWEST} and ${HIGHEST}; it is shown as it is`,
    });
  const isWritten = written !== undefined && !['', '-'].includes(written.trim());
  if (!isWritten) return [];
  const named = labelOfText(written);
  const region = regionOf(property);
  if (named && !label && isNonResidential(facts, settings.energy) && region) {
    const labels = settings.energy.nonResidential.labels[region] ?? [];
    return labels.length === 0
      ? []
      : report({
          file,
          field: 'EPCLabelText',
          found: shown(written),
          allowed: `the certificate of an office or shop has one of ${labels.join(', ')}`,
        });
  }
  if (!named || (property.CountryID === LUXEMBOURG && !label))
    return report({
      file,
      field: 'EPCLabelText',
      found: shown(written),
      allowed: 'this is no energy class; write "B" or "A+"',
    });
  if (property.CountryID === LUXEMBOURG || !label || label.code === named.code) return [];
  return report({
    file,
    field: 'EPCLabelText',
    found: shown(written),
    allowed: `the score ${shown(score)} gives ${label.text}, which is what is shown; correct one of them`,
  });
}

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
