import type { ImportSettings } from '../features/import/settings.ts';
import { LABEL_LANGUAGES } from '../i18n/languages.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { isOneOf, recordOf } from '../platform/values/values.ts';
import { numberOf } from './numbers.ts';
import type { PriceTerms } from './prices.ts';
import { type ExportRow, lifeAnnuity, unknownState } from './property-of-rows.ts';
import {
  CONSTRUCTION,
  FIELDS,
  FLOWS,
  GLAZING,
  HEATING,
  OFF_STATES,
  PRICE_TYPES,
  type SkarabeeField,
  SORTS,
  STATES,
} from './skarabee-codes.ts';
import { isEmpty, listedIn, meaningOf } from './source-values.ts';

/** An element of Skarabee's XML: texts and elements by name, attributes with "@". */
export type Element = Readonly<Record<string, unknown>>;

const NOT_ON_OFFER = 5;
const UNDER_OPTION = 5;
const ACTIVE = 1;
const TAKE_OVER = 2;
/** Latitudes and longitudes of Belgium and its neighbours do not overlap; farther south X is the longitude. */
const isLatitude = (degrees: number) => degrees > 40;

/** The text at a path such as `Property.Address.City`; -1 and UNDEFINED mean nothing. */
export function textAt(element: Element, path: string): string {
  let found: unknown = element;
  for (const name of path.split('.')) found = recordOf(found)[name];
  // An element with attributes has its text beside them.
  const text = String((typeof found === 'object' ? recordOf(found)['#text'] : found) ?? '').trim();
  return text === '-1' || text === 'UNDEFINED' ? '' : text;
}

/** The elements of a list such as `Pictures` > `Picture`. */
export function listAt(element: Element, path: string): Element[] {
  let found: unknown = element;
  for (const name of path.split('.')) found = recordOf(found)[name];
  return [found ?? []].flat().filter((one): one is Element => one !== null && typeof one === 'object');
}

/** The row of a publication. */
export function rowOfPublication(publication: Element, settings: ImportSettings): ExportRow {
  const at = (path: string) => textAt(publication, path);
  const isOff = ['Info.Enabled', 'Property.Active'].some((path) => at(path).toLowerCase() === 'false');
  const flow = listedIn(FLOWS, at('Property.FlowStatus'));
  const isHeld = flow === 'held';
  const state = isOff || isHeld ? undefined : listedIn(STATES, at('Property.Status'));
  const word = at('Property.Status');
  const isUnknown = !isOff && !isHeld && !state && !OFF_STATES.test(word);
  const hasCondition = at('Property.ConditionalSold') === 'TRUE';
  const notes: Remark[] = [];
  const fields: Record<string, unknown> = {
    ...(state ?? { Goal: 0, Status: NOT_ON_OFFER, Marquee: 0 }),
    // Sold under a condition is not yet sold.
    ...((hasCondition || flow === 'option') && state?.Status === ACTIVE && { Marquee: UNDER_OPTION }),
    ...(at('Property.TakeOver') === 'TRUE' && state?.Goal === 0 && { Goal: TAKE_OVER }),
    WebIDs: listedIn({ ...SORTS, ...settings.types }, at('Property.Typo.Sort')) ?? at('Property.Typo.Sort'),
    // Both say what is hidden; without them everything is.
    PublishPrice: at('Info.HidePrice') === 'false' && at('Property.PriceIndication') !== 'ON_REQUEST',
    PublishAddress: at('Info.HideAddress') === 'false' && at('Info.HideHouseNumber') === 'false',
    ...textsOf(publication, String(settings.connections.skarabee?.descriptionCode ?? '')),
    HouseNumber: at('Property.Address.HouseNumber') + extensionOf(at('Property.Address.HouseNumberExtension')),
    Zip: at('Property.Address.City.@ZipCode'),
    City: { nl: at('Property.Address.City') || at('Property.Address.Residence') || at('Property.Residence') },
    CountryID: at('Property.Address.CountryID'),
    ...pointOf(publication),
    PriceUnit: '',
    Construction: listedIn(CONSTRUCTION, at('Property.Typo.Characterisation').split('_').at(-1)) ?? '',
    Heating: firstKnown(publication, 'Property.HeatingTypes.HeatingType', HEATING, { name: 'Heating', notes }),
    Glazing: firstKnown(publication, 'Property.GlazingTypes.GlazingType', GLAZING, { name: 'Glazing', notes }),
    VAT: vatOf(at),
  };
  // Charges of a year or a quarter are not those of a month.
  const charges = at('Property.ChargesAndProvisions');
  if (at('Property.ChargesAndProvisionsInterval') === 'MONTHLY') fields.ChargesRenter = charges;
  else if (!isEmpty(charges)) notes.push(remark('REMARK_YEARLY_CHARGES'));
  for (const { field, path, choices } of FIELDS) {
    const value = at(path);
    fields[field] = choices ? (listedIn(choices, value) ?? value) : yesOrNo(value);
  }
  fields.VirtualTour ||= at('Property.VRURL');
  if (isEmpty(fields.IsFurnished) && at('Property.Garnished') === 'TOTAL') fields.IsFurnished = 'yes';
  if (listAt(publication, 'Property.LifeAnnuity').length > 0) Object.assign(fields, lifeAnnuity(settings, notes));
  const own: SkarabeeField[] = Object.entries(settings.fields.skarabee ?? {}).map(([path, field]) => ({ field, path }));
  for (const { field, path } of own) fields[field] = yesOrNo(at(path));
  return {
    ...{ language: '', fields, pictures: picturesOf(publication), three: 'decimals', notes },
    ...(isUnknown && { unusable: unknownState(word) }),
    price: {
      kind: kindOf(at('Property.PriceType')),
      currency: at('Property.Currency'),
    },
  };
}

/** What follows a house number; "/" and "-" say that nothing does. */
const extensionOf = (text: string): string => (/^[/-]?$/.test(text) ? '' : text);

const yesOrNo = (value: string): string => listedIn({ TRUE: 'yes', FALSE: 'no' }, value) ?? value;

/** What the price is; undefined when nothing says it. */
function kindOf(priceType: string): PriceTerms['kind'] {
  if (priceType === '') return undefined;
  const kind = listedIn(PRICE_TYPES, priceType);
  return kind === undefined ? { unknown: priceType } : (kind ?? undefined);
}

/** Texts by language: those with the code of the agency, or the first ones; "flashes" where there are none. */
function textsOf(publication: Element, code: string): Record<string, Record<string, string>> {
  const custom = listAt(publication, 'Property.CustomDescriptions.CustomDescription');
  const wanted = code ? custom.filter((one) => textAt(one, 'Code') === code) : custom;
  const flashes = listAt(publication, 'Property.Flashes.Flash');
  const titles: Record<string, string> = {};
  const texts: Record<string, string> = {};
  for (const one of [...wanted, ...flashes]) {
    const language = (textAt(one, 'Language') || textAt(one, '@Language') || textAt(one, '@LanguageID'))
      .slice(0, 2)
      .toLowerCase();
    if (!isOneOf(LABEL_LANGUAGES, language)) continue;
    titles[language] ||= textAt(one, 'Title');
    texts[language] ||= textAt(one, 'Description') || textAt(one, 'Text');
  }
  return { TypeDescription: titles, DescriptionA: texts };
}

/** Which of the two is the latitude is not documented, so the number decides. */
function pointOf(publication: Element): Record<string, number> {
  const degreesAt = (name: string) =>
    Number(textAt(publication, `Property.Address.Position.${name}`).replace(',', '.'));
  const x = degreesAt('@X');
  const y = degreesAt('@Y');
  if (!x || !y || (isLatitude(x) && isLatitude(y))) return {};
  return isLatitude(x) ? { GoogleX: x, GoogleY: y } : { GoogleX: y, GoogleY: x };
}

/** The first of several words that means something; those that are not listed are named in the notes. */
function firstKnown(
  publication: Element,
  path: string,
  choices: Readonly<Record<string, string>>,
  to: { name: string; notes: Remark[] },
): string {
  const [parent, name] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.') + 1)];
  const words = listAt(publication, parent).flatMap((element) => [element[name] ?? []].flat().map(String));
  return words.map((word) => meaningOf(choices, word, to)).find(Boolean) ?? '';
}

function vatOf(at: (path: string) => string): string {
  if (at('Property.IsVATInclusive') === 'TRUE') return 'included';
  return at('Property.IsVATExclusive') === 'TRUE' ? 'excluded' : '';
}

/** The place of a picture: the one that is called the first comes first. */
const placeOf = (picture: Element): number =>
  textAt(picture, 'PictureType') === 'FIRST_PICTURE' ? -1 : (numberOf(textAt(picture, 'Index')) ?? 0);

function picturesOf(publication: Element): ExportRow['pictures'] {
  return listAt(publication, 'Pictures.Picture')
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .flatMap((picture) => {
      const source = textAt(picture, 'URL');
      return isEmpty(source) ? [] : [{ source, key: `skarabee ${source} ${textAt(picture, 'Modified')}` }];
    });
}
