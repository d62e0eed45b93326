import { formatNumber } from '../../i18n/format.ts';
import { LUXEMBOURG } from '../place/country.ts';
import { regionOf } from '../place/region.ts';
import type { Property } from './property.ts';
import type { Goal } from './property-state.ts';
import type { EnergySettings } from './settings.ts';

/** An energy label: its code, its text, and its colour step from 1 (best) to 8. */
export interface EnergyLabel {
  code: string;
  text: string;
  step: number;
}

/** The possible classes, best first, each with the highest value (kWh/m2 a year) that still belongs to it. */
export interface EnergyScale {
  bands: (EnergyLabel & { upper: number | null })[];
  value: number;
}

/** What the label of a property depends on. */
export interface EnergyFacts {
  CountryID: number;
  Zip: string;
  EnergyPerformance?: number | string | null | undefined;
  EPCLabelText?: string | undefined;
  EPCNumber?: unknown;
  typeKeys: readonly string[];
}

const LUXEMBOURG_CODES = ['a_plus', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
/** The types of property that people live in. */
export const DWELLINGS: readonly string[] = ['house', 'apartment'];

/** How feeds and certificates write what follows the letter, apart from spaces and underscores. */
const SUFFIXES: readonly (readonly [string, RegExp])[] = [
  ['', /^$/],
  ['_plusplus', /^(\+\+|pp|plusplus)$/],
  ['_plus', /^(\+|p|plus)$/],
  ['_sub', /^([-\u2212]|sub|minus)$/],
];

function labelOfCode(code: string): EnergyLabel {
  const letter = code.charAt(0);
  const text =
    letter.toUpperCase() + code.slice(1).replace('_plusplus', '++').replace('_plus', '+').replace('_sub', '\u2212');
  return { code, text, step: code.startsWith('a_plus') ? 1 : Math.min(8, 'abcdefghi'.indexOf(letter) + 2) };
}

/**
 * The label that a text stands for, in any notation, or null.
 * @example labelOfText('epc_A+') // { code: 'a_plus', text: 'A+', step: 1 }
 */
export function labelOfText(text: string): EnergyLabel | null {
  const [letter = '', ...rest] = text.toLowerCase().replace(/[\s_]/g, '').replace(/^epc/, '');
  const suffix = SUFFIXES.find(([, written]) => written.test(rest.join('')));
  return /^[a-i]$/.test(letter) && suffix ? labelOfCode(letter + suffix[0]) : null;
}

/**
 * An energy score as a number, or null for anything else; a comma is a decimal point.
 * @example energyValueOf('62,4') // 62.4
 */
export function energyValueOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^[+-]?\d+([.,]\d+)?$/.test(value.trim())) return null;
  return energyValueOf(Number(value.trim().replace(',', '.')));
}

/** Whether a field of a feed is filled in: feeds write "-" and 0 for empty; a text may be keyed by language. */
function isGiven(value: unknown): boolean {
  if (value !== null && typeof value === 'object') return Object.values(value).some(isGiven);
  return !['', '-', '0'].includes(String(value ?? '').trim());
}

const showsLabel = ({ typeKeys }: EnergyFacts, { withoutLabel }: EnergySettings) =>
  typeKeys.length === 0 || !typeKeys.every((key) => withoutLabel.includes(key));

/**
 * Whether the certificate of a property is one for offices and shops, whose scale has no place for a score: it is one,
 * and no dwelling.
 */
export const isNonResidential = ({ typeKeys }: EnergyFacts, { nonResidential }: EnergySettings): boolean =>
  typeKeys.some((key) => nonResidential.types.includes(key)) && !typeKeys.some((key) => DWELLINGS.includes(key));

/**
 * The scale of a Belgian property and its position on it, or null when it has no label; Luxembourg's scale has no
 * values.
 */
export function energyScaleOf(property: EnergyFacts, settings: EnergySettings): EnergyScale | null {
  const region = regionOf(property);
  const value = energyValueOf(property.EnergyPerformance);
  // Feeds write 0 for "not filled in"; only with a certificate is it a score.
  if (!region || value === null || !showsLabel(property, settings) || isNonResidential(property, settings)) return null;
  if (value === 0 && !isGiven(property.EPCNumber)) return null;
  return {
    bands: settings.tables[settings.use][region].map(([code, upper]) => ({ ...labelOfCode(code), upper })),
    value,
  };
}

/**
 * The energy label of a property, or null when it shows none.
 * @example energyLabelOf({ CountryID: 10, Zip: '4000', EnergyPerformance: 511, typeKeys: ['house'] }, settings) // G
 */
export function energyLabelOf(property: EnergyFacts, settings: EnergySettings): EnergyLabel | null {
  if (property.CountryID === LUXEMBOURG) {
    const label = showsLabel(property, settings) ? labelOfText(property.EPCLabelText ?? '') : null;
    return label && LUXEMBOURG_CODES.includes(label.code) ? label : null;
  }
  const region = regionOf(property);
  if (region && isNonResidential(property, settings)) {
    const label = labelOfText(property.EPCLabelText ?? '');
    return label && settings.nonResidential.labels[region]?.includes(label.code) ? label : null;
  }
  const scale = energyScaleOf(property, settings);
  const band = scale?.bands.find(({ upper }) => upper === null || scale.value <= upper);
  return band ? labelOfCode(band.code) : null;
}

/** Whether the buyer of a property must renovate it: a Flemish house or apartment for sale with a bad label. */
export function hasRenovationDuty(property: EnergyFacts, settings: EnergySettings, goal: Goal): boolean {
  if (goal !== 'sale' || regionOf(property) !== 'flanders' || !property.typeKeys.some((key) => DWELLINGS.includes(key)))
    return false;
  const label = energyLabelOf(property, settings);
  return label !== null && settings.renovationDutyLabels.includes(label.code);
}

const WIDTH = 350;

/**
 * The energy scale as it is drawn: one piece per colour, the edges between them, and the position of the value (in
 * units of the drawing, 350 wide).
 */
export interface EnergyDrawing {
  pieces: { x: number; width: number; step: number; text: string; ticks: number[] }[];
  edges: { x: number; text: string }[];
  at: number;
  value: string;
}

/** Draws a scale: classes of one colour share a piece, and the property's piece shows its exact label. */
export function drawingOf({ bands, value }: EnergyScale, label: EnergyLabel, language: string): EnergyDrawing {
  const groups: EnergyScale['bands'][] = [];
  for (const band of bands) {
    const last = groups.at(-1);
    if (last?.[0]?.step === band.step) last.push(band);
    else groups.push([band]);
  }
  const room = WIDTH / groups.length;
  const uppers = groups.map((group) => group.at(-1)?.upper ?? null);
  const pieces = groups.map((group, at) => ({
    x: round(at * room),
    width: round(room - 1),
    step: group[0]?.step ?? 1,
    text: group.some(({ code }) => code === label.code) ? label.text : plain(group),
    ticks: group.slice(1).map((_, tick) => round(at * room + (room * (tick + 1)) / group.length)),
  }));
  const edges = uppers.flatMap((upper, at) =>
    upper === null ? [] : [{ x: round((at + 1) * room), text: formatNumber(upper, language) }],
  );
  return { pieces, edges, at: round(position(value, bands, groups, room)), value: formatNumber(value, language) };
}

/** The name of a colour: its class without plus or minus, else its last one. */
const plain = (group: EnergyScale['bands']) =>
  (group.find(({ text }) => text.length === 1) ?? group.at(-1))?.text ?? '';

function position(value: number, bands: EnergyScale['bands'], groups: EnergyScale['bands'][], room: number): number {
  const index = bands.findIndex(({ upper }) => upper === null || value <= upper);
  const band = bands[index];
  const piece = groups.findIndex((group) => band && group.includes(band));
  const group = groups[piece] ?? [];
  const part = room / Math.max(1, group.length);
  const start = piece * room + Math.max(0, band ? group.indexOf(band) : 0) * part;
  const lower = bands[index - 1]?.upper ?? null;
  const upper = band?.upper ?? null;
  // The two open ends have no width of their own: the middle, or further along the more the value exceeds the limit.
  const share =
    lower !== null && upper !== null
      ? (value - lower) / (upper - lower)
      : lower === null
        ? 0.5
        : Math.min(0.9, 0.1 + (value - lower) / (lower || 1));
  return Math.min(WIDTH - 6, Math.max(6, start + part * Math.min(1, Math.max(0, share))));
}

const round = (figure: number) => Math.round(figure * 10) / 10;

/**
 * Whether an advert must show the flood symbol: a P-score or G-score of D (Flanders, since 1 January 2023; leximmo.be,
 * bcb.be).
 */
export const needsFloodSymbol = ({ PScore, GScore }: Property): boolean => PScore === 'D' || GScore === 'D';
