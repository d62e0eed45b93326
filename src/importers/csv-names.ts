import { ATTRIBUTES } from '../features/property/attributes.ts';
import { defaultLabels } from '../i18n/current-labels.ts';
import { LABEL_LANGUAGES } from '../i18n/languages.ts';
import { slugOf } from '../platform/text/slug.ts';

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
