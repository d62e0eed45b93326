import { formatNumber } from '../../i18n/format.ts';
import type { EnergyLabel, EnergyScale } from './energy.ts';

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
