import { holds } from '../../content/fields/condition.ts';
import { formatDate, formatMoney, formatNumber, formatQuantity } from '../../i18n/format.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { type Localized, localized } from '../../i18n/languages.ts';
import { BELGIUM, isAbroad } from '../place/country.ts';
import type { Attribute } from './attributes.ts';
import { currencyOf } from './price.ts';

/** A value ready to be shown: text with the label key of its unit, or the key of a label. */
export type AttributeValue =
  | { text: string; unit?: 'PER_MONTH' | 'UNIT_KWH_YEAR' | 'UNIT_KG_CO2_M2_YEAR' | 'UNIT_KWH_M2_YEAR' }
  | { label: LabelKey; count?: number };

/**
 * The value of an attribute of a property, null when it has none or its condition does not hold; "no" is shown only
 * where it was entered.
 */
export function attributeValue(
  attribute: Attribute,
  property: Readonly<Record<string, unknown>>,
  language: string,
): AttributeValue | null {
  const value = Object.hasOwn(property, attribute.key) ? property[attribute.key] : undefined;
  if (value === undefined || value === null || value === '') return null;
  if (isOfBelgianLaw(attribute) && isAbroad(Number(property.CountryID ?? BELGIUM))) return null;
  if (attribute.condition && !holds(attribute.condition, property).holds) return null;
  switch (attribute.kind) {
    case 'yesNo':
      return { label: value ? 'YES' : 'NO' };
    case 'choice': {
      const label =
        attribute.choices && Object.hasOwn(attribute.choices, String(value))
          ? attribute.choices[String(value)]
          : undefined;
      return label ? { label } : null;
    }
    case 'date':
      return said(formatDate(String(value), language));
    case 'text':
      return said(typeof value === 'string' ? value : localized(value as Localized, language));
    default:
      return typeof value === 'number' ? number(attribute, value, { language, currency: currencyOf(property) }) : null;
  }
}

const said = (text: string): AttributeValue | null => (text ? { text } : null);

const UNITS: Readonly<Record<string, string>> = { area: 'm²', length: 'm' };

/** Certificates, flood scores, planning, taxes and cadastral figures that only Belgian law knows. */
const isOfBelgianLaw = ({ group, key }: Attribute): boolean =>
  group === 'asbestos' || group === 'flood' || group === 'planning' || key === 'VAT' || key.startsWith('Cadastral');

function number(
  { kind, key }: Attribute,
  value: number,
  { language, currency }: { language: string; currency: string },
): AttributeValue | null {
  // Feeds write 0 for "not filled in"; only a floor or an energy figure can really be 0.
  if (value === 0 && kind !== 'number') return null;
  if (kind === 'money') return { text: formatMoney(value, currency, language) };
  if (kind === 'monthly') return { text: formatMoney(value, currency, language), unit: 'PER_MONTH' };
  if (kind === 'year') return { text: String(value) };
  if (kind === 'years') return { label: 'YEARS', count: value };
  if (kind === 'kWh') return { text: formatNumber(value, language), unit: 'UNIT_KWH_YEAR' };
  if (kind === 'kWhM2') return { text: formatNumber(value, language), unit: 'UNIT_KWH_M2_YEAR' };
  if (kind === 'kgCO2') return { text: formatNumber(value, language), unit: 'UNIT_KG_CO2_M2_YEAR' };
  const unit = UNITS[kind];
  if (key === 'Floor' && value === 0) return { label: 'GROUND_FLOOR' };
  return { text: unit ? formatQuantity(value, unit, language) : formatNumber(value, language) };
}
