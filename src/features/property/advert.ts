import { LUXEMBOURG } from '../place/country.ts';
import { type PropertyType, regionOf } from '../place/region.ts';
import { energyLabelOf, energyValueOf, hasRenovationDuty, needsFloodSymbol } from './energy.ts';
import { type Property, typeKeysOf } from './property.ts';
import { goalOf, isGone, marqueeOf } from './property-state.ts';
import type { AdvertDuty, PropertySettings, StatementCode, WordingRule } from './settings.ts';

/** Words of an advert that a rule reports. */
export interface FoundWording {
  /** The words as the advert writes them. */
  words: string;
  rule: WordingRule;
}

/** A text without capitals and accents and with plain apostrophes, as long as the text itself. */
const plain = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => letter.normalize('NFD').charAt(0).toLowerCase())
    .join('')
    .replace(/[’‘]/g, "'");

const patterns = new WeakMap<WordingRule, RegExp>();

function patternOf(rule: WordingRule): RegExp {
  const known = patterns.get(rule);
  if (known) return known;
  const words = rule.phrases.map((phrase) =>
    plain(phrase)
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+')
      .replaceAll('*', '[\\p{L}\\d]*'),
  );
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'gu');
  patterns.set(rule, pattern);
  return pattern;
}

/**
 * What a text in a language says that a rule reports, each wording once.
 * @example wordingIn('Enkel  werkenden!', 'nl', rules) // [{ words: 'Enkel  werkenden', rule }]
 */
export function wordingIn(text: string, language: string, rules: readonly WordingRule[]): FoundWording[] {
  const letters = [...text.normalize('NFC')];
  const read = plain(text);
  return rules
    .filter((rule) => rule.language === language)
    .flatMap((rule) => {
      let [units, from] = [0, 0];
      const found = [...read.matchAll(patternOf(rule))].map(({ index, 0: match }) => {
        // Positions count letters, not parts of letters; they only grow.
        from += [...read.slice(units, index)].length;
        units = index;
        return letters.slice(from, from + [...match].length).join('');
      });
      return [...new Set(found)].map((words) => ({ words, rule }));
    });
}

/** What an advert is checked against: the property with its types, and the settings of the site. */
export interface Advert {
  property: Property;
  typeKeys: readonly string[];
  settings: PropertySettings;
}

/** A statement that an advert can be required to contain. */
interface Statement {
  /** In plain words, for editors. */
  words: string;
  /** The fields of the property's file that contain it. A problem is reported at the first one that is absent. */
  fields: readonly string[];
  /** Whether the advert contains it. */
  isMade: (advert: Advert) => boolean;
  /** Whether the duty applies to this property at all; left out = always. */
  applies?: (advert: Advert) => boolean;
}

const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isGiven)
    : value !== undefined && value !== null && !['', '-'].includes(String(value).trim());
const given = (words: string, ...fields: [string, ...string[]]): Statement => ({
  words,
  fields,
  isMade: ({ property }) => fields.every((field) => isGiven(property[field])),
});
const anyOf = (words: string, ...fields: [string, ...string[]]): Statement => ({
  words,
  fields,
  isMade: ({ property }) => fields.some((field) => isGiven(property[field])),
});
const hasScore = ({ property }: Advert): boolean => {
  const value = energyValueOf(property.EnergyPerformance);
  return value !== null && (value !== 0 || isGiven(property.EPCNumber));
};
const hasLabel = ({ property, typeKeys, settings }: Advert): boolean =>
  energyLabelOf({ ...property, typeKeys }, settings.energy) !== null;

/** Every statement by the code that settings/adverts.json uses for it. */
const STATEMENTS: Readonly<Record<StatementCode, Statement>> = {
  epcScore: { words: 'energy score (kWh per m2 and year)', fields: ['EnergyPerformance'], isMade: hasScore },
  epcSpecific: { words: 'specific energy use (kWh per m2 and year)', fields: ['EnergyPerformance'], isMade: hasScore },
  epcLabel: { words: 'energy class', fields: ['EnergyPerformance'], isMade: hasLabel },
  energyClass: { words: 'energy class of the certificate', fields: ['EPCLabelText'], isMade: hasLabel },
  epcCodeOrAddress: {
    words: 'number of the energy certificate, or the address',
    fields: ['EPCNumber'],
    isMade: ({ property }) =>
      isGiven(property.EPCNumber) ||
      (property.PublishAddress && isGiven(property.Street) && isGiven(property.HouseNumber)),
  },
  epcNumber: given('number of the energy certificate', 'EPCNumber'),
  epcTotal: given('total energy use (kWh a year)', 'EPCTotalConsumption'),
  co2: given('CO2 emissions (kg per m2 and year)', 'CO2Emission'),
  insulationClass: given('thermal insulation class', 'InsulationClass'),
  permit: given('planning permit', 'PlanningPermit'),
  planningInfo: given('planning information (permit)', 'PlanningPermit'),
  zoning: given('zoning', 'Zoning'),
  enforcement: given('judicial measures and pending summons', 'JudicialDecision', 'Summons'),
  preemption: given('right of pre-emption', 'PreemptionRight'),
  allotment: given('allotment permit', 'AllotmentPermit'),
  pScore: given('flood class of the plot (P-score)', 'PScore'),
  gScoreIfBuilt: {
    words: 'flood class of the building (G-score)',
    fields: ['GScore'],
    isMade: ({ property, typeKeys }) => isGiven(property.GScore) || typeKeys.every((key) => key === 'land'),
  },
  // The page draws it from the score, so it only lacks where the score lacks.
  floodSymbol: {
    words: 'flood symbol (a P-score or G-score of D)',
    fields: ['PScore'],
    isMade: () => true,
    applies: ({ property }) => needsFloodSymbol(property),
  },
  // The page writes it for these labels.
  renovationDuty: {
    words: 'duty to renovate',
    fields: ['EnergyPerformance'],
    isMade: () => true,
    applies: ({ property, typeKeys, settings }) =>
      hasRenovationDuty({ ...property, typeKeys }, settings.energy, goalOf(property)),
  },
  heritageIfAny: given('heritage ("none" when there is none)', 'Heritage'),
  rent: { words: 'rent', fields: ['Price'], isMade: ({ property }) => property.Price > 0 && property.PublishPrice },
  charges: anyOf('charges (0 when there are none)', 'ChargesRenter', 'CommonCharges', 'PrivateCharges'),
  commonCharges: anyOf('common charges (0 when there are none)', 'CommonCharges', 'ChargesRenter'),
  privateCharges: given('private charges (0 when there are none)', 'PrivateCharges'),
  individualMeters: given('whether there are individual meters', 'HasIndividualMeters'),
  agentNumber: {
    words: 'BIV/IPI number of the agency (settings/site.json)',
    fields: [],
    isMade: ({ settings }) => isGiven(settings.site.agency.bivNumber),
  },
};

/** A legally required statement that an advert lacks. */
export interface MissingStatement {
  duty: AdvertDuty;
  statement: Statement;
}

const LONG_LEASE_YEARS = 9;

/** A statement that the law asks for, and whether the advert makes it. */
export interface JudgedStatement extends MissingStatement {
  isMade: boolean;
}

/** The statements that the advert of a property must contain by law but lacks; none for a sold or rented property. */
export const missingStatements = (
  property: Property,
  types: readonly PropertyType[],
  settings: PropertySettings,
): MissingStatement[] => statementsOf(property, types, settings).filter(({ isMade }) => !isMade);

/** Every statement that the advert of a property must contain by law; none for a sold or rented property. */
export function statementsOf(
  property: Property,
  types: readonly PropertyType[],
  settings: PropertySettings,
): JudgedStatement[] {
  if (isGone(marqueeOf(property, settings.site.marquee))) return [];
  const region = property.CountryID === LUXEMBOURG ? 'luxembourg' : regionOf(property);
  const typeKeys = typeKeysOf(property.WebIDs, types);
  const goals = new Set<string>([goalOf(property)]);
  if (goalOf(property) === 'rent' && Number(property.LeaseYears) > LONG_LEASE_YEARS) goals.add('long-lease');
  const advert = { property, typeKeys, settings };
  return settings.adverts.duties
    .filter(
      (duty) =>
        duty.severity !== 'off' &&
        duty.region === region &&
        duty.goals.some((goal) => goals.has(goal)) &&
        (!duty.types || duty.types.some((type) => typeKeys.includes(type))),
    )
    .flatMap((duty) => {
      const statement = STATEMENTS[duty.statement];
      const applies = statement.applies?.(advert) ?? true;
      return applies ? [{ duty, statement, isMade: statement.isMade(advert) }] : [];
    });
}
