import { existsSync, readdirSync, statSync } from 'node:fs';
import { paletteFaults } from '../../features/brand/check-palette.ts';
import { type BaseColours, mix } from '../../features/brand/palette.ts';
import { REGIONS, type Region, regionOf } from '../../features/place/region.ts';
import { LABEL_LANGUAGES } from '../../i18n/languages.ts';
import { isVisitorEmailAddress, phoneLink } from '../../platform/text/contact-details.ts';
import { isKeyOf, isOneOf, keysOf, present } from '../../platform/values/values.ts';

/** What an agency does. */
export const BUSINESSES = ['sale', 'rent', 'both', 'new-build'] as const;

type Language = (typeof LABEL_LANGUAGES)[number];
export type Business = (typeof BUSINESSES)[number];

/** What is typed for a new agency, before it is judged. */
export interface GivenChoices {
  name?: string;
  legalName?: string;
  languages?: string;
  region?: string;
  business?: string;
  colour?: string;
  accent?: string;
  email?: string;
  phone?: string;
  street?: string;
  zip?: string;
  city?: string;
  latitude?: string;
  longitude?: string;
  biv?: string;
  companyNumber?: string;
  vat?: string;
}

/** What was chosen for a new agency. Numbers that are not known yet are empty. */
export interface AgencyChoices {
  name: string;
  legalName: string;
  languages: Language[];
  region: Region;
  business: Business;
  colours: Partial<BaseColours>;
  email: string;
  /** Without the country code, as the rest of the site writes it. */
  phone: string;
  street: string;
  zip: string;
  city: string;
  point: { latitude: number; longitude: number } | null;
  bivNumber: string;
  companyNumber: string;
  vatNumber: string;
}

/** Why one value cannot be used, in one sentence; null when it can. */
export type Judge = (value: string) => string | null;

const oneOf =
  (what: string, values: readonly string[]): Judge =>
  (value) =>
    values.includes(value) ? null : `${what} is "${value}", but must be one of ${values.join(', ')}.`;
const text =
  (what: string, most = 120): Judge =>
  (value) =>
    value.length > most || /[\p{Cc}<>{}]/u.test(value)
      ? `${what} must be at most ${most} characters, without < > { } and line breaks.`
      : null;
const digitsOf = (value: string) => value.replace(/^BE/i, '').replace(/[\s.]/g, '');
const companyNumber =
  (what: string): Judge =>
  (value) => {
    const digits = digitsOf(value);
    const isValid = /^[01]\d{9}$/.test(digits) && 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8));
    return isValid ? null : `${what} "${value}" is no Belgian company number, such as 0123.456.749: check its digits.`;
  };
const degrees =
  (what: string, least: number, most: number): Judge =>
  (value) =>
    /^\d{1,2}(\.\d+)?$/.test(value) && Number(value) >= least && Number(value) <= most
      ? null
      : `${what} is "${value}", but must be degrees in Belgium between ${least} and ${most}, such as 50.85 4.35.`;
const languages: Judge = (value) => {
  const wrong = codesIn(value).find((code) => !isOneOf(LABEL_LANGUAGES, code));
  return wrong === undefined
    ? null
    : `The language "${wrong}" has no texts: choose among ${LABEL_LANGUAGES.join(', ')}, with commas.`;
};
const colour =
  (name: 'colour' | 'accent'): Judge =>
  (value) => {
    if (!/^#?[0-9a-f]{6}$/i.test(value))
      return `--${name} is "${value}", but must be six hexadecimal digits, such as "#1d4e89".`;
    const fault = paletteFaults(coloursOf({ [name]: value })).at(0);
    return fault ? `--${name} ${value} cannot be read: ${fault.message}.` : null;
  };

const hexOf = (value: string) => `#${value.replace('#', '').toLowerCase()}`;
/** How much darker than the main colour the foot of the page is. */
const BAND = 0.45;

/** The colours of the brand: the foot of the page follows from the main colour. */
const coloursOf = ({ colour, accent }: Pick<GivenChoices, 'colour' | 'accent'>): Partial<BaseColours> => ({
  ...(colour && { action: hexOf(colour), band: mix(hexOf(colour), '#000000', BAND) }),
  ...(accent && { accent: hexOf(accent) }),
});

/** What each value must be. */
export const JUDGES: Readonly<Record<keyof GivenChoices, Judge>> = {
  name: text('The name', 60),
  legalName: text('The legal name', 80),
  languages,
  region: oneOf('The region', REGIONS),
  business: oneOf('The business', BUSINESSES),
  colour: colour('colour'),
  accent: colour('accent'),
  email: (value) => (isVisitorEmailAddress(value) ? null : `"${value}" is no email address, such as info@example.be.`),
  phone: (value) =>
    /^tel:\+32\d{8,9}$/.test(phoneLink(value)) && /^[\d\s+./()-]+$/.test(value)
      ? null
      : `"${value}" is no Belgian telephone number, such as 02 123 45 67.`,
  street: text('The street with its number'),
  zip: (value) => (/^[1-9]\d{3}$/.test(value) ? null : `"${value}" is no Belgian postcode of four digits.`),
  city: text('The town', 60),
  latitude: degrees('--latitude', 49.4, 51.6),
  longitude: degrees('--longitude', 2.5, 6.5),
  biv: (value) => (/^\d{3}[\s.]?\d{3}$/.test(value) ? null : `"${value}" is no BIV/IPI number of six digits.`),
  companyNumber: companyNumber('The company number'),
  vat: companyNumber('The VAT number'),
};

/** What cannot be left out, with the words that ask for it. */
export const REQUIRED = {
  name: 'name of the agency',
  languages: 'languages of the site, the main one first, such as nl,fr',
  region: 'region: flanders, brussels or wallonia',
  business: 'business: sale, rent, both or new-build',
  email: 'email address that receives leads',
  phone: 'telephone number',
  street: 'street and number',
  zip: 'postcode',
  city: 'town',
} as const satisfies Partial<Record<keyof GivenChoices, string>>;

/** The flag of a value on the command line: `--legal-name`. */
export const flagOf = (name: keyof GivenChoices): string =>
  `--${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;

/** The choices, or one sentence for each value that is missing or cannot be used. */
export function judgeChoices(given: GivenChoices): { choices: AgencyChoices } | { problems: string[] } {
  const values: GivenChoices = {};
  const names = keysOf(JUDGES);
  for (const name of names) {
    const value = given[name]?.trim();
    if (value) values[name] = value;
  }
  const problems = names.flatMap((name) => {
    const value = values[name];
    if (value !== undefined) return JUDGES[name](value) ?? [];
    return isKeyOf(REQUIRED, name) ? `${flagOf(name)} is missing: ${REQUIRED[name]}.` : [];
  });
  if (problems.length === 0) problems.push(...together(values));
  return problems.length === 0 && isComplete(values) ? { choices: choicesOf(values) } : { problems };
}

type CompleteChoices = GivenChoices & Record<keyof typeof REQUIRED, string>;

const isComplete = (values: GivenChoices): values is CompleteChoices =>
  keysOf(REQUIRED).every((name) => values[name] !== undefined);

/** What is wrong between two values. */
function together({ zip = '', region, latitude, longitude, colour, accent }: GivenChoices): string[] {
  const found = regionOf({ CountryID: 10, Zip: zip });
  const faults = paletteFaults(coloursOf({ colour, accent }));
  return [
    ...(found === region ? [] : [`The postcode ${zip} is in ${found ?? 'no region'}, not in ${region}.`]),
    ...((latitude === undefined) === (longitude === undefined) ? [] : ['Give --latitude and --longitude together.']),
    ...faults.map(({ message }) => `The colours cannot be read together: ${message}.`),
  ];
}

function choicesOf(values: CompleteChoices): AgencyChoices {
  const { name, email, street, zip, city, colour, accent, latitude, longitude } = values;
  return {
    ...{ name, email, street, zip, city, legalName: values.legalName ?? name },
    languages: [...new Set(codesIn(values.languages).filter((code) => isOneOf(LABEL_LANGUAGES, code)))],
    region: itemNamed(REGIONS, values.region),
    business: itemNamed(BUSINESSES, values.business),
    colours: coloursOf({ colour, accent }),
    phone: phoneLink(values.phone).replace('tel:+32', '0'),
    point: latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null,
    bivNumber: values.biv?.replace(/^(\d{3})[\s.]?/, '$1 ') ?? '',
    companyNumber: values.companyNumber ? dotted(values.companyNumber) : '',
    vatNumber: values.vat ? `BE ${dotted(values.vat)}` : '',
  };
}

const codesIn = (text: string) => text.split(',').map((code) => code.trim());

const itemNamed = <T extends string>(list: readonly T[], name: string): T =>
  present(
    list.find((one) => one === name),
    name,
  );

const dotted = (number: string) => digitsOf(number).replace(/^(\d{4})(\d{3})(\d{3})$/, '$1.$2.$3');

/** Why nothing can be written to a folder, in one sentence; null when it can. */
export function folderProblem(folder: string): string | null {
  if (!existsSync(folder)) return null;
  if (!statSync(folder).isDirectory()) return `${folder} is a file: name a folder that does not exist yet.`;
  return readdirSync(folder).length > 0 ? `${folder} is not empty: name a folder that does not exist yet.` : null;
}
