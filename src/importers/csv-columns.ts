import { ATTRIBUTES } from '../features/property/attributes.ts';
import { boundsOf, isPlausible } from '../features/property/plausible.ts';
import { defaultLabels } from '../i18n/current-labels.ts';
import { LABEL_LANGUAGES } from '../i18n/languages.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { slugOf } from '../platform/text/slug.ts';
import { present } from '../platform/values/values.ts';
import { numberOf, type ThreeDigits, threeDigitsIn, unclearSignOf } from './numbers.ts';
import { kindIn } from './prices.ts';
import { NUMBERS } from './property-of-rows.ts';
import { goalNumberOf } from './source-values.ts';

/** What offices call the columns of their own tables; a text has the language of its name. */
const OFFICE_NAMES: Readonly<Record<string, string>> = {
  ID: 'pand id, pandnummer, id bien',
  RecordFile: 'referentie, ref, réf, reference, référence, dossier, dossiernummer, referenz',
  Goal:
    'doel, transactie, transaction, koop of huur, te koop of te huur, te koop te huur, ' +
    'vente ou location, à vendre à louer',
  WebIDs: 'type, soort, type pand, type de bien',
  Price: 'prijs, vraagprijs, huurprijs, prix, loyer, preis, price, asking price, rent',
  PublishPrice: 'toon prijs, prijs tonen, afficher le prix, show price',
  PublishAddress: 'toon adres, adres tonen, afficher l adresse, show address',
  Currency: 'munt, valuta, devise, monnaie, currency, währung',
  'CountryName.nl': 'land',
  'CountryName.fr': 'pays',
  'CountryName.en': 'country',
  Street: 'straat, straatnaam, adres, rue, adresse, street, address, straße',
  HouseNumber: 'nummer, huisnummer, nr, n°, huisnr, numéro, house number, hausnummer',
  BoxNr: 'bus, busnummer, boîte, box',
  Zip: 'postcode, code postal, zip code, postal code, plz, postleitzahl',
  'City.nl': 'gemeente, plaats, stad',
  'City.fr': 'ville, commune, localité',
  'City.en': 'town, city',
  'City.de': 'ort, stadt',
  'TypeDescription.nl': 'titel',
  'TypeDescription.fr': 'titre',
  'TypeDescription.en': 'title',
  'DescriptionA.nl': 'omschrijving, beschrijving, tekst',
  'DescriptionA.fr': 'descriptif, texte',
  'DescriptionA.en': 'text, description text',
  'DescriptionA.de': 'beschreibung',
  Pictures: 'foto, fotos, foto s, afbeeldingen, photo, photos, images, pictures, bilder',
  EnergyPerformance: 'epc, epc waarde, epc kwh, energiescore, peb, score peb, energy score',
  EPCLabelText: 'epc label, energielabel, label peb, classe énergétique',
  EPCNumber: 'epc nummer, numéro peb, certificaatnummer',
  GoogleX: 'latitude, lat, breedtegraad',
  GoogleY: 'longitude, lng, lon, lengtegraad',
  SurfaceLiving: 'bewoonbare opp, bewoonbare opp., bewoonbare opp m2, surface hab',
  SurfaceGround: 'grondopp, grond opp, perceel, perceelsoppervlakte',
  CadastralIncome: 'ki, k.i., k i, rc, r c',
  Availability: 'beschikbaar, beschikbaarheid, disponibilité, disponible, libre',
  ChargesRenter: 'lasten, charges',
  CreatedDate: 'online sinds, datum online, en ligne depuis, online since',
  Manager: 'makelaar, beheerder, verantwoordelijke, courtier, agent',
};

/** The fields by what offices and the labels of the site call them, as slugs. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...LABEL_LANGUAGES.flatMap((language) => {
    const labels = defaultLabels(language) ?? {};
    return ATTRIBUTES.map(({ key, label }) => [slugOf(labels[label] ?? ''), key] as const);
  }),
  ...Object.entries(OFFICE_NAMES).flatMap(([field, names]) =>
    names.split(', ').map((name) => [slugOf(name), field] as const),
  ),
]);

/**
 * The field that a column of an office's own table holds; undefined when its name says nothing.
 * @example officeColumn('Foto’s') // 'Pictures'
 */
export function officeColumn(column: string): string | undefined {
  const known = BY_NAME.get(slugOf(column));
  if (known) return known;
  // "Titel FR" and "Foto 2".
  const [, name = '', end = ''] = /^(.{1,60}?)[\s_.(-]{1,3}(nl|fr|en|de|\d{1,2})\)?$/i.exec(column.trim()) ?? [];
  const field = name && BY_NAME.get(slugOf(name));
  if (!field) return undefined;
  if (/\d/.test(end)) return field === 'Pictures' ? field : undefined;
  return field.includes('.') ? `${field.split('.')[0]}.${end.toLowerCase()}` : undefined;
}

/** The rows of a table by the names of our fields; their cells are changed where a column is read as a whole. */
type Rows = readonly Record<string, string | number>[];

/** Fields with a number, except coordinates, which have no thousands. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...NUMBERS.filter((name) => !name.startsWith('Google')),
  'EnergyPerformance',
  ...ATTRIBUTES.filter(({ kind }) => !['text', 'date', 'choice', 'yesNo'].includes(kind)).map(({ key }) => key),
]);

/**
 * Turns the amounts of a table into numbers, each column as a whole: what one sign before three digits means follows
 * from the other cells of the column, else from what is plausible. Returns what remained unclear.
 */
export function readAmounts(rows: Rows): Remark[] {
  const notes: Remark[] = [];
  for (const field of AMOUNTS) {
    const known = threeDigitsIn(rows.map((row) => row[field] ?? ''));
    let unclear: Remark | null = null;
    for (const row of rows) {
      const cell = row[field] ?? '';
      const sign = unclearSignOf(cell);
      // What stands behind a price says what it is.
      if (sign === null || (field === 'Price' && kindIn(String(cell)))) continue;
      const goal = goalNumberOf(row.Goal ?? '');
      const read = (three: ThreeDigits) => present(numberOf(cell, three), field);
      const fits = (three: ThreeDigits) => isPlausible(field, read(three), goal);
      const isOnlyDecimal = fits('decimals') && !fits('thousands');
      const three = known[sign] ?? (isOnlyDecimal ? 'decimals' : 'thousands');
      row[field] = read(three);
      if (boundsOf(field, goal) && fits('decimals') && fits('thousands'))
        unclear ??= remark('REMARK_AMOUNT_UNCLEAR', { field, value: String(cell), amount: read(three) });
    }
    if (unclear !== null) notes.push(unclear);
  }
  return notes;
}

/** Fields with a day. */
const DAYS = [
  'CreatedDate',
  'LastChangedDate',
  ...ATTRIBUTES.filter(({ kind }) => kind === 'date').map(({ key }) => key),
];
const TWO_NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})(?=\2\d{2,4}\b)/;

/** Puts the day before the month in a column that has the month first, as in the United States. */
export function readDays(rows: Rows): Remark[] {
  return DAYS.flatMap((field) => {
    const found = rows.flatMap((row) => {
      const [, first, , second] = TWO_NUMBERS.exec(String(row[field] ?? '').trim()) ?? [];
      return first ? [{ row, first: Number(first), second: Number(second) }] : [];
    });
    const isMonthFirst = found.some(({ second }) => second > 12) && found.every(({ first }) => first <= 12);
    if (!isMonthFirst) return [];
    for (const { row } of found) row[field] = String(row[field]).trim().replace(TWO_NUMBERS, '$3$2$1');
    return [remark('REMARK_MONTH_FIRST', { field })];
  });
}
